/// Decides on each call before its method runs, and observes how the call ends.
///
/// Hosts use it for access control and for an audit log.
///
/// A router has at most one interceptor. An intercepted call goes through these steps:
///
/// 1. The router finds the method and its ``CallInterception``. Calls of unknown methods never reach an interceptor.
/// 2. The interception allows the call, defers the decision (``CallDecision``), or throws the error to reply with, so
///    that the method does not run.
/// 3. The method runs. The completion handler of the decision is called once with the outcome, before the final reply
///    is sent. A client that has the reply therefore finds the call in a log that the handler writes.
///
/// These steps run in the task of the call, on the executor of the interface, never on an event loop. Calls within the
/// process are intercepted, too; their context has no peer unless ``LocalCaller`` was created with one.
public protocol CallInterceptor: Sendable {
    /// Returns the interception of a method's calls.
    ///
    /// Called once per method whenever the interfaces of the router change, and not for each call. The function is also
    /// called for the methods of `org.varlink.service`. An intercepted method of that interface is served in a task
    /// instead of on the event loop.
    ///
    /// - Parameters:
    ///   - method: The name of the method and its properties in the contract.
    ///   - interface: The name of the interface, such as `io.trellis.Items`.
    /// - Returns: The interception of each call; nil to allow every call without an interception.
    func interception(of method: VarlinkContract.Method, in interface: String) -> CallInterception?
}

/// Allows or rejects a call.
///
/// To reject the call, the closure throws a ``VarlinkError`` to reply with, such as ``ServiceError/permissionDenied``.
/// The router maps any other error to a Varlink error. A rejected call has no completion handler.
public typealias CallInterception = @Sendable (CallRequest) throws -> CallDecision

/// The decision of an interceptor on a call that it does not reject at once.
public enum CallDecision: Sendable {
    /// The call is allowed.
    ///
    /// The completion handler, if any, receives the outcome of the call.
    case proceed(CallCompletionHandler?)

    /// The call waits for the closure, which allows it by returning and rejects it by throwing.
    case proceedAfter(@Sendable () async throws -> CallCompletionHandler?)
}

/// Receives the outcome of one call, before the final reply is sent.
///
/// The handler runs in the task of the call, which waits for the handler to return.
public typealias CallCompletionHandler = @Sendable (CallOutcome) -> Void
