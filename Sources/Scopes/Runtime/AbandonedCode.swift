/// Code that a scope no longer awaits: an initializer or the closing of an instance that exceeded its time limit.
///
/// The code was cancelled, and may still run, because it ignores its cancellation or has not ended yet.
public struct AbandonedCode: Sendable {
    /// The path of the instance's scope.
    public let scope: String

    /// The binding of the instance.
    public let binding: Binding

    private let end: @Sendable () async -> Void

    init(scope: String, binding: Binding, end: @escaping @Sendable () async -> Void) {
        self.scope = scope
        self.binding = binding
        self.end = end
    }

    /// Waits until the code has ended, possibly forever.
    ///
    /// Cancellation of the current task has no effect.
    public func waitForEnd() async { await end() }
}
