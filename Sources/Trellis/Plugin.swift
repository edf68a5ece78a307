public import Scopes

/// A service that `trellisd` hosts: what it is, what can be set, and what it is made of.
///
/// ## The life of a plugin
///
/// 1. **Declared.** The daemon's list of plugins names the type. Its ``manifest`` can be read, and its configuration
///    asked for its keys; nothing of the plugin runs. A plugin that the configuration does not list stays here,
///    *disabled*.
/// 2. **Configured.** The host reads ``Configuration`` and makes the plugin with ``init(configuration:)``. This must
///    have no effect: it happens for `trellisd --check` as well, and again for each reload.
/// 3. **Assembled.** The host calls ``assemble(_:)`` with a blueprint. This must have no effect either, and may be
///    called more than once: it says what would be made.
/// 4. **Admitted.** The blueprints of all plugins are checked together, and ``validate(_:)-(PluginEnvironment)`` of each,
///    before anything is made. If one of them lacks something, no plugin starts.
/// 5. **Starting.** The plugin's scopes are opened: what the blueprint provides is made, after the plugins whose
///    exported services it asks for have started. Effects begin here, in initialisers: directories exist, files may be
///    opened, an error that is thrown is the reason that the operator reads.
/// 6. **Running.** Its interfaces answer, its services run, its health checks are asked.
/// 7. **Stopping.** Its services are asked to shut down gracefully, its calls under way end, then the scopes close:
///    what was made is closed in reverse, within the plugin's `timeoutStop`.
///
/// One method is required beside the initialiser; each capability is a line in it:
///
/// ```swift
/// public struct GreeterPlugin: Plugin {
///     public static let manifest = PluginManifest(name: "greeter", version: "1.0.0", summary: "Greets.")
///
///     public init(configuration: NoConfiguration) {}
///
///     public func assemble(_ blueprint: inout Blueprint) {
///         blueprint.serve(GreeterInterface.init(environment:))
///     }
/// }
/// ```
public protocol Plugin: Sendable {
    /// What the operator can set; ``NoConfiguration`` where there is nothing.
    associatedtype Configuration: PluginConfiguration = NoConfiguration

    /// What the plugin says of itself.
    static var manifest: PluginManifest { get }

    /// Creates the plugin, without any effect.
    ///
    /// - Parameter configuration: What the operator set.
    init(configuration: Configuration)

    /// Declares what the plugin is made of, without any effect.
    ///
    /// The blueprint's bindings may ask for what the root provides (``PluginEnvironment``, ``WallClock``, the plugin's
    /// ``Configuration``), for each other, and for what other plugins export.
    ///
    /// - Parameter blueprint: The declaration, to which this method adds.
    func assemble(_ blueprint: inout Blueprint)

    /// Checks what a blueprint can't express, such as the presence of a credential, without any effect.
    ///
    /// The host calls it after admission, for `trellisd --check` and before anything starts. Files and directories are
    /// not checked here: the directories of the environment may not exist.
    ///
    /// - Parameter plugin: The environment that the host grants to the plugin.
    /// - Throws: ``PluginFailure``, as the start would throw it.
    func validate(_ plugin: PluginEnvironment) throws
}

extension Plugin {
    /// Accepts everything: the default.
    public func validate(_ plugin: PluginEnvironment) throws {}
}
