public import Varlink

/// An interface that forwards calls to another interface and converts the errors of its methods.
struct ErrorConvertingInterface<Base: ContractErrorConverting>: VarlinkInterface {
    static var contract: VarlinkContract { Base.contract }

    private let base: Base

    init(_ base: Base) {
        self.base = base
    }

    func handle(_ call: ServerCall) async throws {
        do {
            try await base.handle(call)
        } catch {
            throw base.contractError(for: error) ?? error
        }
    }
}

extension VarlinkInterface {
    /// The interface to register with a router: an interface that converts errors if this interface is
    /// ``ContractErrorConverting``; otherwise this interface.
    ///
    /// The property is inlinable, so that the compiler decides the cast where it knows the type. At run time, the cast of
    /// a type that does not conform searches all conformances of the program.
    @inlinable
    var served: any VarlinkInterface {
        (self as? any ContractErrorConverting)?.convertingErrors ?? self
    }
}
