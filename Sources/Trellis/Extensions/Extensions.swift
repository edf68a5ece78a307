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
    private struct State {
        var current: [Extension<Point>] = []
        var lastNumber = 0
        var observers: [Int: AsyncStream<[Extension<Point>]>.Continuation] = [:]
        var isFinished = false
    }

    private let state: Mutex<State>

    /// Whether the host updates the list; false for a list that a test created.
    private let isLive: Bool

    /// Creates an empty list that the host updates.
    package init() {
        state = Mutex(State())
        isLive = true
    }

    /// Creates a list that does not change, for a test.
    ///
    /// - Parameter extensions: The extensions.
    public init(_ extensions: [Extension<Point>]) {
        state = Mutex(State(current: extensions))
        isLive = false
    }

    /// The current extensions, sorted by the names of their plugins; those of one plugin in the order of declaration.
    public var current: [Extension<Point>] { state.withLock(\.current) }

    /// Returns the current extensions, and then those after each change.
    ///
    /// Changes that the reader has not received are merged into one. A reload of a contributor is a change, too. The
    /// sequence ends when the plugin of the extension point begins to stop.
    public func changes() -> AsyncStream<[Extension<Point>]> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: [Extension<Point>].self, bufferingPolicy: .bufferingNewest(1))
        let number = state.withLock { state -> Int? in
            // The value is sent under the lock, so that a change follows it.
            continuation.yield(state.current)
            guard !state.isFinished else { return nil }
            state.lastNumber += 1
            state.observers[state.lastNumber] = continuation
            return state.lastNumber
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in
            _ = self?.state.withLock { $0.observers.removeValue(forKey: number) }
        }
        return stream
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
        // The previous value is released outside the lock, because its deinitializers are foreign code.
        let previous = state.withLock { state in
            let previous = state.current
            state.current = extensions.compactMap { $0 as? Extension<Point> }
            for observer in state.observers.values { observer.yield(state.current) }
            return previous
        }
        withExtendedLifetime(previous) {}
    }

    package func finish() {
        update([])
        let observers = state.withLock { state in
            state.isFinished = true
            return Array(state.observers.values)
        }
        for observer in observers { observer.finish() }
    }
}
