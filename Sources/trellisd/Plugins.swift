import Issues
import Items
import Movies
import TrellisHost

/// The plugins that the daemon is built with.
let plugins = [
    PluginRegistration(IssuesPlugin.self),
    PluginRegistration(ItemsPlugin.self),
    PluginRegistration(MoviesPlugin.self),
]
