import Dashboard
import Issues
import Items
import MetricsServer
import Movies
import Search
import TrellisHost

/// The plugins that are part of the daemon.
let plugins = [
    PluginRegistration(DashboardPlugin.self),
    PluginRegistration(IssuesPlugin.self),
    PluginRegistration(ItemsPlugin.self),
    PluginRegistration(MetricsPlugin.self),
    PluginRegistration(MoviesPlugin.self),
    PluginRegistration(SearchPlugin.self),
]
