import Notes
public import Trellis

/// A plugin that summarizes the list of Notes.
public struct ReportPlugin: Plugin {
    /// The description of the plugin.
    public static let manifest = PluginManifest(name: "report", version: "1.0.0", summary: "Summarizes Notes.")

    /// Declares the report and its interface.
    public static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.provide(Report.init(entries:))
        blueprint.serve(ReportInterface.init(report:))
    }
}
