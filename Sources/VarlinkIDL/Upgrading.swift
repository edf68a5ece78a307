/// Whether a call of a method may take the connection over for another protocol: what the method does with the call's
/// flag `upgrade`.
public enum Upgrading: Hashable, Sendable, CaseIterable {
    /// The connection stays a Varlink connection.
    case never
    /// A call with the flag takes the connection over: `[Supports 'upgrade' flag]`.
    case supported
    /// A call without the flag is answered by `org.varlink.service.ExpectedUpgrade`: `[Requires 'upgrade' flag]`.
    case required

    /// The comment line that says so in an interface description; nil for ``never``.
    public var note: String? {
        switch self {
        case .never: nil
        case .supported: "[Supports 'upgrade' flag]"
        case .required: "[Requires 'upgrade' flag]"
        }
    }
}
