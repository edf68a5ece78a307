/// Decides on each call before its method is entered, and is told how the call ended: the place of a host for roles and
/// for a record of what was done.
///
/// A router has one gate, or none, which costs nothing. The life of a guarded call:
///
/// 1. The router has found the method, and the ``CallAdmission`` that the gate gave for it. Calls of what is not served
///    never come to a gate.
/// 2. The admission lets the call pass, has it wait for what decides (``CallVerdict``), or throws what it is answered
///    with. The method is not entered then.
/// 3. The method runs, and the observer that the gate gave is told the outcome, once, before the last reply
///    leaves. So a client that has its reply finds the call in a record that the observer writes.
///
/// All of it happens in the task of the call, on the executor of the interface, never on an event loop. Calls within
/// the process pass the gate too, with no peer in their context unless ``LocalCaller`` was given one.
public protocol CallGate: Sendable {
    /// What decides on the calls of a method.
    ///
    /// Asked whenever the interfaces of the router change, once a method, and not for each call. The methods of
    /// `org.varlink.service` are asked about too; one that is guarded is no longer answered on the event loop, and
    /// costs a task.
    ///
    /// - Parameters:
    ///   - method: The bare name and what the contract says of it.
    ///   - interface: The name of the interface, such as `io.trellis.Items`.
    /// - Returns: What each call of the method has to pass; nil when every one may, which costs nothing.
    func admission(to method: VarlinkContract.Method, of interface: String) -> CallAdmission?
}

/// Lets a call pass, or refuses it.
///
/// It is given what is called, by whom, with which parameters. It throws a ``VarlinkError`` to answer with it, such as
/// ``ServiceError/permissionDenied``; any other error is turned into one by the router. A refused call has no observer.
public typealias CallAdmission = @Sendable (CallRequest) throws -> CallVerdict

/// What a gate has to say about a call that it does not refuse at once.
public enum CallVerdict: Sendable {
    /// The call passes. The observer, if there is one, is told its outcome.
    case pass(CallObserver?)

    /// The call waits for this, which lets it pass or refuses it as a ``CallAdmission`` does.
    case wait(@Sendable () async throws -> CallObserver?)
}

/// Is told the outcome of one call, before its last reply leaves.
///
/// It runs in the task of the call, which waits for it.
public typealias CallObserver = @Sendable (CallOutcome) -> Void
