import Notes
public import Trellis

/// A plugin that summarizes the list of Notes.
public struct DigestPlugin: Plugin {
    /// The description of the plugin.
    public static let manifest = PluginManifest(name: "digest", version: "1.0.0", summary: "Summarizes Notes.")

    /// Creates the plugin.
    public init(configuration: NoConfiguration) {}

    /// Declares the digest and its interface.
    public func assemble(_ blueprint: inout Blueprint) {
        blueprint.provide(Digest.init(entries:))
        blueprint.serve(DigestInterface.init(digest:))
    }
}
