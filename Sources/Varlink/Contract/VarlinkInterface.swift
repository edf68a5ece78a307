/// The implementation of an interface.
///
/// The build tool generates a protocol that refines this one, with one function per method of the interface.
///
/// One instance serves all connections. Each call runs in a separate task, so the calls of different connections run
/// concurrently.
///
/// The methods of an interface do not have to catch the errors of their dependencies. The conversion to errors of the
/// contract is declared once, and applies to every method:
///
/// ```swift
/// extension GreeterInterface {
///     typealias ContractError = GreeterError
///
///     func contractError(for error: any Error) -> GreeterError? {
///         switch error {
///         case let error as GuestListError: GreeterError(error)
///         default: nil
///         }
///     }
/// }
/// ```
///
/// An interface that throws only errors of the contract needs no conversion. With the type alias, the compiler requires
/// the conversion, so a misspelled name or another type of the result is an error. Without the type alias, such a method
/// is ignored.
public protocol VarlinkInterface: Sendable {
    /// The errors to which ``contractError(for:)`` converts. Default: ``ServiceError``, for an interface that converts none.
    associatedtype ContractError: VarlinkError = ServiceError

    /// The contract of the interface.
    static var contract: VarlinkContract { get }

    /// Serves one call, and calls ``ServerCall/reply(_:)`` exactly once.
    ///
    /// The task is cancelled when the client closes the connection, unless the call is oneway. When the server shuts
    /// down, a stream is cancelled at once, and any other call after the grace period.
    ///
    /// - Parameter call: The call. The contract declares its method.
    /// - Throws: Any error. ``contractError(for:)`` may convert it. The router replies with a ``VarlinkError``, and maps any
    ///   other error to one.
    func handle(_ call: ServerCall) async throws

    /// Converts an error that ``handle(_:)`` threw to an error of the contract.
    ///
    /// This method runs in the task of the call. The default implementation exists only for ``ServiceError``, and returns
    /// nil.
    ///
    /// - Parameter error: The error. It may already be a ``VarlinkError``, a `CancellationError`, or an error of the
    ///   connection.
    /// - Returns: The contract's error; nil to leave `error` unchanged.
    func contractError(for error: any Error) -> ContractError?
}

extension VarlinkInterface {
    /// Serves one call like ``handle(_:)``, and converts the error of the method by ``contractError(for:)``.
    ///
    /// - Parameter call: The call. The contract declares its method.
    /// - Throws: The converted error; the error of ``handle(_:)`` if it is not converted.
    public func serve(_ call: ServerCall) async throws {
        do {
            try await handle(call)
        } catch {
            throw contractError(for: error) ?? error
        }
    }
}

extension VarlinkInterface where ContractError == ServiceError {
    /// Converts no error.
    public func contractError(for error: any Error) -> ServiceError? { nil }
}
