/// Whether one call of a method may have several replies, depending on the flag `more` of the call.
public enum Streaming: Hashable, Sendable, CaseIterable {
    /// A call has one reply; the flag has no effect.
    case never
    /// A call with the flag may have several replies, and a call without it has one: `[Supports 'more' flag]`.
    case supported
    /// A call without the flag fails with `org.varlink.service.ExpectedMore`: `[Requires 'more' flag]`.
    case required

    /// The comment line that states this value in an interface description; nil for ``never``.
    ///
    /// systemd uses the same lines (`sd_varlink_idl_dump()` in sd-varlink-idl.c).
    public var note: String? {
        switch self {
        case .never: nil
        case .supported: "[Supports 'more' flag]"
        case .required: "[Requires 'more' flag]"
        }
    }
}
