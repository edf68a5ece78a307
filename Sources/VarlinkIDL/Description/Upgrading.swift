/// Whether a call of a method may upgrade the connection to another protocol, depending on the flag `upgrade` of the call.
public enum Upgrading: Hashable, Sendable, CaseIterable {
    /// The connection remains a Varlink connection; the flag has no effect.
    case never
    /// A call with the flag upgrades the connection: `[Supports 'upgrade' flag]`.
    case supported
    /// A call without the flag fails with `org.varlink.service.ExpectedUpgrade`: `[Requires 'upgrade' flag]`.
    case required

    /// The comment line that states this value in an interface description; nil for ``never``.
    public var note: String? {
        switch self {
        case .never: nil
        case .supported: "[Supports 'upgrade' flag]"
        case .required: "[Requires 'upgrade' flag]"
        }
    }
}
