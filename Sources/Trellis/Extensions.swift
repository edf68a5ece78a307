package import Scopes
import Synchronization

extension BindingMark {
    /// The mark of the list of an extension point.
    static let extensionPoint = BindingMark("extension point")

    /// The mark of a contribution to an extension point.
    static let extending = BindingMark("extension")
}

extension Blueprint {
    /// The extension points that the blueprint declares, without nested blueprints.
    package var declaredPoints: [(list: any ExtensionListing.Type, location: BindingLocation)] {
        marked(.extensionPoint).compactMap { binding in
            (binding.key.type as? any ExtensionListing.Type).map { ($0, binding.location) }
        }
    }

    /// The contributions to extension points that the blueprint declares, without nested blueprints.
    package var extendedPoints: [(contribution: any ExtensionContributing.Type, location: BindingLocation)] {
        marked(.extending).compactMap { binding in
            (binding.key.type as? any ExtensionContributing.Type).map { ($0, binding.location) }
        }
    }

    /// The bindings with a mark.
    ///
    /// The marks are read first, because the conversion of a type to a protocol is slow.
    private func marked(_ mark: BindingMark) -> [Binding] {
        bindings.filter { !$0.marks.isEmpty && $0.marks.contains(mark) }
    }
}

extension Blueprint {
    /// Declares an extension point, to which other plugins contribute instances.
    ///
    /// The bindings of the plugin can depend on ``Extensions`` of the type, the list of the current contributions. The
    /// list belongs to the plugin's own scope: a change of the configuration keeps it.
    ///
    /// ```swift
    /// blueprint.extensionPoint((any SearchProvider).self)
    /// blueprint.provide(SearchEngine.init(providers:))      // init(providers: Extensions<any SearchProvider>)
    /// ```
    ///
    /// The type is declared in a module of its own, so that the contributors do not import the plugin. Two enabled plugins
    /// cannot declare the same point.
    ///
    /// - Parameters:
    ///   - point: The type of the contributions, usually a protocol: `(any SearchProvider).self`.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    public mutating func extensionPoint<Point: Sendable>(
        _ point: Point.Type, file: String = #fileID, line: Int = #line
    ) {
        add(
            Binding(
                Extensions<Point>.self, of: Extensions<Point>.self, { () in Extensions<Point>() },
                options: [.marked(.carried), .marked(.extensionPoint)], file: file, line: line))
    }

    /// Contributes an instance, created by a synchronous initializer, to the extension point of another plugin.
    ///
    /// The instance belongs to the generation of this plugin. It is contributed while the plugin runs, and closed after
    /// its last user has left. Contributing does not depend on the other plugin: if that plugin is disabled or does not
    /// run, the contribution is inactive. `trellisd --check` rejects a contribution to a point that none of the plugins
    /// declares.
    ///
    /// ```swift
    /// blueprint.extend(ItemSearch.init(store:)) { $0 as any SearchProvider }
    /// ```
    ///
    /// - Parameters:
    ///   - make: The initializer of the instance, whose parameters are the dependencies of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the type of the extension point.
    public mutating func extend<each D: Sendable, T: Sendable, Point: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) throws(F) -> T, file: String = #fileID, line: Int = #line,
        as convert: @escaping @Sendable (T) -> Point
    ) {
        add(
            Binding(make, role: .contribution, options: [.marked(.extending)], file: file, line: line) {
                ExtensionContribution(instance: convert($0))
            })
    }

    /// Contributes an instance, created by an asynchronous initializer, to the extension point of another plugin.
    ///
    /// - Parameters:
    ///   - make: The initializer of the instance, whose parameters are the dependencies of the binding.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - convert: Converts the instance to the type of the extension point.
    public mutating func extend<each D: Sendable, T: Sendable, Point: Sendable, F: Error>(
        _ make: @escaping @Sendable (repeat each D) async throws(F) -> T, file: String = #fileID, line: Int = #line,
        as convert: @escaping @Sendable (T) -> Point
    ) {
        add(
            Binding(make, role: .contribution, options: [.marked(.extending)], file: file, line: line) {
                ExtensionContribution(instance: convert($0))
            })
    }
}

/// An instance that a plugin contributes to an extension point of another plugin.
///
/// An extension remains valid after the contributor has reloaded its configuration: ``use(_:)`` then receives the
/// instance of the current generation.
public struct Extension<Point: Sendable>: Sendable {
    /// The name of the plugin that contributes the instance.
    public let plugin: String

    private let runner: any ExtensionRunner<Point>

    /// Creates an extension that the host runs.
    package init(plugin: String, runner: any ExtensionRunner<Point>) {
        self.plugin = plugin
        self.runner = runner
    }

    /// Creates an extension with a fixed instance, for a test.
    ///
    /// - Parameters:
    ///   - plugin: The name of the contributor.
    ///   - instance: The instance, which remains available.
    public init(plugin: String, _ instance: Point) {
        self.init(plugin: plugin, runner: FixedExtension(instance: instance))
    }

    /// Runs a body with the contributed instance.
    ///
    /// The body runs on the threads of the contributor, so that its processor time and a crash are attributed to the
    /// contributor. The contributor closes after the body has returned: it waits within its `timeoutStop`, or its
    /// `drainLimit` after a reload. Then the body is cancelled, and `use` throws ``ExtensionUnavailable``.
    ///
    /// The cancellation of the current task cancels the body, and `use` throws without waiting for the end of the
    /// body. A contributor that ignores its cancellation therefore does not delay the caller.
    ///
    /// - Parameter body: The code that uses the instance. It must not store the instance.
    /// - Returns: The result of the body.
    /// - Throws: The error of the body; ``ExtensionUnavailable`` when the contributor does not run, or no longer
    ///   contributes the instance; `CancellationError` when the task is cancelled.
    public func use<Result: Sendable>(
        _ body: @escaping @Sendable (_ instance: Point) async throws -> Result
    ) async throws -> Result {
        try await runner.use(body)
    }
}

/// Runs code with a contributed instance.
package protocol ExtensionRunner<Point>: Sendable {
    /// The type of the extension point.
    associatedtype Point: Sendable

    /// Runs a body with the instance: see ``Extension/use(_:)``.
    func use<Result: Sendable>(_ body: @escaping @Sendable (Point) async throws -> Result) async throws -> Result
}

/// An instance without a host.
private struct FixedExtension<Point: Sendable>: ExtensionRunner {
    let instance: Point

    func use<Result: Sendable>(_ body: @escaping @Sendable (Point) async throws -> Result) async throws -> Result {
        try await body(instance)
    }
}

/// The current contributions to an extension point, as the parameter of an initializer.
///
/// A plugin declares an extension point with `blueprint.extensionPoint`, and other plugins contribute with
/// `blueprint.extend`. The list changes while the plugin runs: an extension is added when its plugin has started, and
/// removed when its plugin begins to stop. A reload of a contributor replaces its extensions in one step.
///
/// ```swift
/// actor SearchEngine {
///     let providers: Extensions<any SearchProvider>
///
///     func search(_ text: String) async throws -> [Hit] {
///         var hits: [Hit] = []
///         for provider in providers.current { hits += try await provider.use { try await $0.search(text) } }
///         return hits
///     }
/// }
/// ```
public final class Extensions<Point: Sendable>: Sendable {
    private let extensions: Mutex<[Extension<Point>]>
    private let changed = ChangeSignal()

    /// Whether the host updates the list; false for a list that a test created.
    private let isLive: Bool

    /// Creates an empty list that the host updates.
    package init() {
        extensions = Mutex([])
        isLive = true
    }

    /// Creates a list that does not change, for a test.
    ///
    /// - Parameter extensions: The extensions.
    public init(_ extensions: [Extension<Point>]) {
        self.extensions = Mutex(extensions)
        isLive = false
    }

    /// The current extensions, sorted by the names of their plugins; those of one plugin in the order of declaration.
    public var current: [Extension<Point>] { extensions.withLock(\.self) }

    /// Returns the current extensions, and then those after each change.
    ///
    /// Changes that the reader has not received are merged into one. A reload of a contributor is a change, too. The
    /// sequence ends when the plugin of the extension point begins to stop.
    public func changes() -> some AsyncSequence<[Extension<Point>], Never> & Sendable {
        changed.changes(isInitiallySignaled: true).map { _ in self.current }
    }
}

/// The list of an extension point, which the host updates.
package protocol ExtensionListing: AnyObject, Sendable {
    /// The type of the extension point.
    associatedtype Point: Sendable

    /// Returns the instance of an open scope.
    static func list(in scope: Scope) async throws -> Self

    /// Replaces the extensions.
    ///
    /// - Parameter extensions: The extensions; each is an ``Extension`` of the point.
    func update(_ extensions: [any Sendable])

    /// Removes all extensions, and ends the sequences of changes.
    func finish()
}

extension ExtensionListing {
    /// The key of the extension point.
    package static var point: BindingKey { BindingKey(Point.self) }
}

extension Extensions: ExtensionListing {
    package static func list(in scope: Scope) async throws -> Self {
        try await scope.instance(of: Self.self)
    }

    package func update(_ extensions: [any Sendable]) {
        guard isLive else { return }
        let extensions = extensions.compactMap { $0 as? Extension<Point> }
        // The previous value is released outside the lock, because its deinitializers are foreign code.
        let previous = self.extensions.withLock { current in
            defer { current = extensions }
            return current
        }
        changed.signal()
        withExtendedLifetime(previous) {}
    }

    package func finish() {
        update([])
        changed.finish()
    }
}

/// The binding of a contribution to an extension point.
package protocol ExtensionContributing: Sendable {
    /// The type of the extension point.
    associatedtype Point: Sendable

    /// The contributed instance.
    var instance: Point { get }
}

extension ExtensionContributing {
    /// The key of the extension point.
    package static var point: BindingKey { BindingKey(Point.self) }

    /// Returns the contributions of an open scope to the point, in the order of declaration.
    ///
    /// - Throws: `ScopeClosed` when the scope is closing or has closed.
    package static func contributions(in scope: Scope) throws(ScopeClosed) -> [Self] {
        try scope.contributions(to: Self.self)
    }
}

/// A contributed instance.
///
/// The type is the key of the binding, so that a contribution to another plugin differs from one to `All<Point>`.
package struct ExtensionContribution<Point: Sendable>: ExtensionContributing {
    package let instance: Point
}

/// The error of using an extension whose contributor does not run, or no longer contributes the instance.
public struct ExtensionUnavailable: Error, Sendable, Hashable, CustomStringConvertible {
    /// The name of the contributor.
    public var plugin: String

    /// Creates the error.
    ///
    /// - Parameter plugin: The name of the contributor.
    public init(plugin: String) {
        self.plugin = plugin
    }

    /// The problem, without a full stop.
    public var description: String {
        "the plugin \(plugin) has stopped, or its new configuration does not contribute the extension"
    }
}
