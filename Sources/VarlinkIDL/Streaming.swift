/// Whether one call of a method may have several replies: what the method does with the call's flag `more`.
public enum Streaming: Hashable, Sendable, CaseIterable {
    /// A call has one reply. The flag changes nothing.
    case never
    /// A call with the flag may have several replies, one without it has one: `[Supports 'more' flag]`.
    case supported
    /// A call without the flag is answered by `org.varlink.service.ExpectedMore`: `[Requires 'more' flag]`.
    case required

    /// The comment line that says so in an interface description; nil for ``never``.
    ///
    /// systemd writes the same lines (`sd_varlink_idl_dump()` in sd-varlink-idl.c) and reads them as part of its API.
    public var note: String? {
        switch self {
        case .never: nil
        case .supported: "[Supports 'more' flag]"
        case .required: "[Requires 'more' flag]"
        }
    }
}
