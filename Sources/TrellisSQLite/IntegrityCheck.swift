public import ServiceLifecycle
public import Trellis

/// Checks a plugin's storage for damage when the plugin starts, and then daily.
///
/// Damage is logged as an error, and reported by the plugin's health check.
///
/// ```swift
/// blueprint.run { (store: any NoteStore, plugin: PluginEnvironment) in
///     IntegrityCheck(plugin: plugin) { try await store.checkIntegrity() }
/// }
/// ```
public struct IntegrityCheck: Service, CustomStringConvertible {
    /// The time between two checks: a day.
    public static let interval = Duration.seconds(86_400)

    /// The name of the service in the log.
    public var description: String { "integrity check" }

    private let plugin: PluginEnvironment
    private let check: @Sendable () async throws -> Void

    /// Creates the service.
    ///
    /// - Parameters:
    ///   - plugin: The plugin's clock and logger.
    ///   - check: Checks the storage, such as ``SQLiteDatabase/checkIntegrity()``.
    public init(plugin: PluginEnvironment, check: @escaping @Sendable () async throws -> Void) {
        self.plugin = plugin
        self.check = check
    }

    /// Repeats the check daily until the plugin stops.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                do {
                    try await check()
                } catch is CancellationError {
                    return
                } catch {
                    plugin.logger.error("integrity check failed", metadata: ["error": "\(error)"])
                }
                guard (try? await plugin.clock.sleep(Self.interval)) != nil else { return }
            }
        }
    }
}
