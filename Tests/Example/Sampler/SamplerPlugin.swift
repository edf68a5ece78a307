public import Trellis

/// A plugin that samples a number in a file.
public struct SamplerPlugin: Plugin {
    /// The description of the plugin.
    public static let manifest = PluginManifest(
        name: "sampler", version: "1.0.0", summary: "Samples a number in a file.")

    /// Declares the source, the samples, the service, the interface and the health check.
    public static func assemble(_ blueprint: inout Blueprint, configuration: SamplerConfiguration) {
        blueprint.provide(FileSource.init(plugin:)) { $0 as any SampleSource }
        blueprint.provide(Samples.init)
        blueprint.run(SampleLoop.init(source:samples:configuration:clock:logger:))
        blueprint.serve(SamplerInterface.init(samples:))
        blueprint.check(SamplerHealth.init(samples:configuration:clock:))
    }
}
