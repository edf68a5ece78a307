import Issues
import Items
import TrellisHost

/// The plugins that the daemon is built with.
let plugins = [
    PluginRegistration(IssuesPlugin.self),
    PluginRegistration(ItemsPlugin.self),
]
