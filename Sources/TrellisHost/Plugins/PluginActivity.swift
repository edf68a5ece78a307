/// A part of a plugin's life in which its own code runs.
enum PluginActivity: String, Sendable {
    case start, services, closing
}
