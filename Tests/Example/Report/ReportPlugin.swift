import Notes
public import Trellis

/// A plugin that summarizes the list of Notes.
public struct ReportPlugin: Plugin {
    /// The description of the plugin.
    public static let manifest = PluginManifest(name: "report", version: "1.0.0", summary: "Summarizes Notes.")

    /// Creates the plugin.
    public init(configuration: NoConfiguration) {}

    /// Declares the report and its interface.
    public func assemble(_ blueprint: inout Blueprint) {
        blueprint.provide(Report.init(entries:))
        blueprint.serve(ReportInterface.init(report:))
    }
}
