import Issues
import Items
import Movies
import TrellisHost

/// The plugins that are part of the daemon.
let plugins = [
    PluginRegistration(IssuesPlugin.self),
    PluginRegistration(ItemsPlugin.self),
    PluginRegistration(MoviesPlugin.self),
]
