public import Trellis

/// The root scope of a daemon: the instances that all plugins can depend on, in addition to the clock and the metrics.
///
/// The scope opens before the first plugin starts, and closes after the last one has stopped. It is not replaced by a reload:
/// its settings take effect when the daemon restarts.
///
/// ```swift
/// struct Shared: PluginConfiguration {
///     var greeting: String
///
///     init(from settings: Settings) {
///         greeting = settings.string("greeting", default: "Hello", "The first word of every reply.")
///     }
/// }
///
/// let root = RootScope(Shared.self) { blueprint, configuration in
///     blueprint.provide({ Greeter(word: configuration.greeting) })
/// }
/// await Host.main(program: "greeterd", plugins: plugins, root: root)
/// ```
public struct RootScope: Sendable {
    /// Reads the section, and returns the declaration of the instances.
    package let configure: @Sendable (Settings) -> @Sendable (inout Blueprint) -> Void

    /// Creates a root scope without settings.
    ///
    /// - Parameter assemble: Declares the instances. Default: none.
    public init(_ assemble: @escaping @Sendable (inout Blueprint) -> Void = { _ in }) {
        configure = { _ in assemble }
    }

    /// Creates a root scope with settings, in the section `root` of the configuration.
    ///
    /// - Parameters:
    ///   - configuration: The type that reads the section.
    ///   - assemble: Declares the instances.
    public init<Configuration: PluginConfiguration>(
        _ configuration: Configuration.Type,
        _ assemble: @escaping @Sendable (inout Blueprint, Configuration) -> Void
    ) {
        configure = { settings in
            let configuration = Configuration(from: settings)
            return { assemble(&$0, configuration) }
        }
    }

    /// Reads the section `root` of a configuration.
    ///
    /// - Parameter settings: The root of the configuration.
    /// - Returns: The declaration of the instances.
    package func declaration(from settings: Settings) -> @Sendable (inout Blueprint) -> Void {
        configure(settings.section(Self.section))
    }

    /// The name of the section, and of the scope in graphs.
    package static let section = "root"
}
