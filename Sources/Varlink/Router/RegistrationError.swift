/// The reason why an interface cannot be registered.
public enum RegistrationError: Error, Hashable, Sendable {
    /// The router already serves an interface of this name.
    case alreadyRegistered(interface: String)
    /// The router itself serves `org.varlink.service`.
    case reserved(interface: String)
}

extension RegistrationError: CustomStringConvertible {
    /// A sentence that names the interface and the reason.
    public var description: String {
        switch self {
        case .alreadyRegistered(let interface):
            "The interface \(interface) is already registered; unregister it first, or replace it."
        case .reserved(let interface):
            "The interface \(interface) is reserved: the router itself serves it."
        }
    }
}
