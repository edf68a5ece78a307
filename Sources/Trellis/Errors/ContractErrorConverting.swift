public import Varlink

/// An interface that converts the errors of its plugin to errors of its contract.
///
/// The methods of such an interface do not catch the errors of their dependencies. The conversion is declared once, and
/// applies to every method:
///
/// ```swift
/// extension GreeterInterface: ContractErrorConverting {
///     func contractError(for error: any Error) -> GreeterError? {
///         switch error {
///         case let error as GuestListError: GreeterError(error)
///         default: nil
///         }
///     }
/// }
/// ```
///
/// `Blueprint.serve(_:file:line:)` applies the conversion. Code that registers an interface directly with a
/// `VarlinkRouter` must register `interface.convertingErrors` instead.
public protocol ContractErrorConverting: VarlinkInterface {
    /// The errors of the contract.
    associatedtype ContractError: VarlinkError

    /// Converts an error of a method to an error of the contract.
    ///
    /// This method runs in the task of the call.
    ///
    /// - Parameter error: An error that a method threw. The error may already be a `VarlinkError`, a
    ///   `CancellationError`, or an error of the connection.
    /// - Returns: The contract's error; nil to leave `error` unchanged. The host replies to an error that is not a
    ///   `VarlinkError` with `io.trellis.Host.Failure`, and logs it.
    func contractError(for error: any Error) -> ContractError?
}

extension ContractErrorConverting {
    /// This interface, with the conversion applied to all errors that its methods throw.
    public var convertingErrors: any VarlinkInterface { ErrorConvertingInterface(self) }
}
