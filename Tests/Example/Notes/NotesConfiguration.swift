public import Trellis

/// The configuration of Notes: the section `plugins.notes`.
public struct NotesConfiguration: PluginConfiguration {
    /// The permitted length of a text, in characters: 1 to 10,000.
    ///
    /// Default: 1,000.
    public var maximumLength: Int

    /// Reads the configuration.
    ///
    /// - Parameter settings: The section `plugins.notes`.
    public init(from settings: Settings) {
        maximumLength = settings.integer(
            "maximumLength", default: 1_000, in: 1...10_000, "The permitted length of a text, in characters.")
    }
}
