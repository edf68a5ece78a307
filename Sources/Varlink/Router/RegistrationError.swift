/// An interface that can't be registered.
public enum RegistrationError: Error, Hashable, Sendable {
    /// The router serves an interface of this name already.
    case alreadyRegistered(interface: String)
    /// The router serves `org.varlink.service` by itself.
    case reserved(interface: String)
}

extension RegistrationError: CustomStringConvertible {
    /// One sentence that says which, and why.
    public var description: String {
        switch self {
        case .alreadyRegistered(let interface):
            "The interface \(interface) is served already; unregister it first, or replace it."
        case .reserved(let interface):
            "The interface \(interface) is served by the router itself."
        }
    }
}
