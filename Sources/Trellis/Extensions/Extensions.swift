package import Scopes
import Synchronization

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
