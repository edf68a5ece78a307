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
