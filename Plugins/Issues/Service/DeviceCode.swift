import Foundation

/// The codes of a sign-in with the OAuth device flow (RFC 8628, 3.2; docs.github.com, "Authorizing OAuth apps", "Device
/// flow").
struct DeviceCode: Sendable, Hashable {
    /// The code with which the plugin requests the token.
    ///
    /// The code is a secret while it is valid.
    var deviceCode: String

    /// The code that the user enters in a browser.
    var userCode: String

    /// The URL at which the user enters the code.
    var verificationURL: String

    /// The time at which the codes expire.
    var expires: Date

    /// The minimum delay before each request for the token.
    var interval: Duration
}

/// The result of a request for the token.
enum TokenResponse: Sendable, Hashable {
    /// The token of the account that approved the sign-in.
    case token(Token)

    /// The user has not entered the code yet.
    case pending

    /// The user has not entered the code yet, and the request was too early. The value is the new interval; nil to add
    /// five seconds to the interval.
    case slowDown(Duration?)
}
