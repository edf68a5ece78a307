public import Scopes
public import ServiceLifecycle
public import SystemPackage
public import Varlink

extension Blueprint {
    /// Declares an interface that is served on the control socket while the plugin runs.
    ///
    /// The host reads the interface from the blueprint, so `trellisctl` also lists the interfaces of disabled plugins.
    /// Two enabled plugins cannot serve the same interface.
    ///
    /// - Parameters:
    ///   - make: A synchronous initializer, whose parameters are the dependencies of the interface.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func serve<each D: Sendable, T: VarlinkInterface, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any VarlinkInterface }
    }

    /// Declares an interface that is served on the control socket while the plugin runs.
    ///
    /// This overload takes an asynchronous initializer.
    ///
    /// - Parameters:
    ///   - make: An asynchronous initializer, whose parameters are the dependencies of the interface.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    @inlinable
    public mutating func serve<each D: Sendable, T: VarlinkInterface, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any VarlinkInterface }
    }
}

extension Blueprint {
    /// Declares a service that runs while the plugin runs.
    ///
    /// The service starts after all instances have been created, and is shut down gracefully before any instance is
    /// closed. A service may return while the plugin runs; if it throws, the plugin fails.
    ///
    /// - Parameters:
    ///   - make: A synchronous initializer, whose parameters are the dependencies of the service.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func run<each D: Sendable, T: Service, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any Service }
    }

    /// Declares a service that runs while the plugin runs.
    ///
    /// This overload takes an asynchronous initializer.
    ///
    /// - Parameters:
    ///   - make: An asynchronous initializer, whose parameters are the dependencies of the service.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func run<each D: Sendable, T: Service, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any Service }
    }
}

extension Blueprint {
    /// Declares a health check of the plugin.
    ///
    /// The plugin is degraded while any of its checks reports a problem.
    ///
    /// - Parameters:
    ///   - make: A synchronous initializer, whose parameters are the dependencies of the check.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func check<each D: Sendable, T: HealthCheck, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any HealthCheck }
    }

    /// Declares a health check of the plugin.
    ///
    /// This overload takes an asynchronous initializer.
    ///
    /// - Parameters:
    ///   - make: An asynchronous initializer, whose parameters are the dependencies of the check.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func check<each D: Sendable, T: HealthCheck, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T, file: String = #fileID, line: Int = #line
    ) {
        contribute(make, file: file, line: line) { $0 as any HealthCheck }
    }
}

/// The health of a part of a plugin.
public enum Health: Sendable, Hashable {
    /// The part works.
    case healthy

    /// The part works partially, or temporarily not at all. The reason does not end with a full stop.
    case degraded(reason: String)
}

/// A health check of a part of a plugin.
///
/// The host runs a check every ten seconds, and when a client lists the plugins, but never twice at the same time. A
/// check that takes longer than five seconds counts as degraded.
public protocol HealthCheck: Sendable {
    /// The name of the checked part, in one or two words: `item store`.
    static var subject: String { get }

    /// Checks the health of the part.
    ///
    /// The check runs every ten seconds, so it should be cheap.
    ///
    /// - Throws: An error if the check fails. The part then counts as degraded, with the error as the reason.
    func check() async throws -> Health
}

extension Blueprint {
    /// Declares the files of the plugin that a backup contains.
    ///
    /// `trellisctl backup` copies them while the plugin runs, and `trellisd --restore` puts them back into the plugin's state
    /// directory.
    ///
    /// - Parameters:
    ///   - parts: Returns the files. The parameters are the dependencies.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func backUp<each D: Sendable, F: Error>(
        _ parts: @escaping @Sendable (repeat each D) throws(F) -> [BackupPart], file: String = #fileID,
        line: Int = #line
    ) {
        contribute(parts, file: file, line: line) { BackupParts(all: $0) }
    }
}

/// A file in the state directory of a plugin that a backup contains.
///
/// ```swift
/// blueprint.backUp { (store: EntryStore) in [store.database.backup] }
/// ```
public struct BackupPart: Sendable {
    /// The name of the file in the plugin's state directory, to which it is restored.
    public let name: String

    /// Whether the file is a secret, such as a token, which only `trellisctl backup --with-secrets` contains.
    public let isSecret: Bool

    private let copy: @Sendable (FilePath) async throws -> Bool

    /// Creates a part.
    ///
    /// - Parameters:
    ///   - name: The name of the file in the plugin's state directory.
    ///   - isSecret: Whether the file is a secret. Default: false.
    ///   - copy: Writes a consistent copy to a new file while the plugin runs, and returns whether there is one.
    public init(_ name: String, isSecret: Bool = false, copy: @escaping @Sendable (FilePath) async throws -> Bool) {
        (self.name, self.isSecret, self.copy) = (name, isSecret, copy)
    }

    /// Writes a consistent copy.
    ///
    /// - Parameter file: The path of the copy, which does not exist.
    /// - Returns: Whether a copy was written; false if the plugin has no such file at present.
    /// - Throws: The reason why the copy could not be written.
    public func write(to file: FilePath) async throws -> Bool { try await copy(file) }
}

/// The parts that one declaration of a blueprint adds to a backup.
package struct BackupParts: Sendable {
    /// The parts.
    package let all: [BackupPart]
}

extension BindingMark {
    /// The mark of the bindings of a plugin's own scope; all other bindings belong to the generation.
    public static let carried = BindingMark(
        "carried", advice: "provide it with `.carried`: a reload replaces all other instances of a plugin")
}

extension BindingOption {
    /// Provides the instance in the plugin's own scope.
    ///
    /// All other instances belong to the generation, the scope inside the plugin's own scope. A carried instance can
    /// therefore only depend on the services of the host, the configuration and other carried instances. Only a carried
    /// instance can be exported to other plugins.
    ///
    /// ```swift
    /// blueprint.provide(value: configuration.limits, .carried)
    /// blueprint.provide(SQLiteItemStore.init(plugin:limits:), .carried) { $0 as any ItemStore }
    /// blueprint.export((any ItemStore).self)
    /// ```
    ///
    /// A change of the configuration at run time creates a new generation of the plugin, and the carried instances remain if
    /// all carried values are equal to the previous ones; otherwise, the plugin restarts. A value that is not `Equatable` is
    /// never equal, and neither is the whole configuration after a change: carry the part that the carried instances
    /// require. A carried closure that captures a part of the configuration keeps the old one.
    public static var carried: BindingOption { .marked(.carried) }
}
