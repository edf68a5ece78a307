import Foundation

/// What a sign-in by the OAuth device flow begins with (RFC 8628, 3.2; docs.github.com, "Authorizing OAuth apps",
/// "Device flow").
struct DeviceCode: Sendable, Hashable {
    /// What the plugin asks for the token with.
    ///
    /// A secret as long as it is valid.
    var deviceCode: String

    /// What somebody enters in a browser.
    var userCode: String

    /// Where.
    var verificationURL: String

    /// Until when.
    var expires: Date

    /// How long to wait before asking for the token, and between asking and asking again.
    var interval: Duration
}

/// What comes of asking for the token.
enum TokenAnswer: Sendable, Hashable {
    /// It is here.
    case token(Token)

    /// Nobody has entered the code yet.
    case pending

    /// Nobody has entered the code yet, and it was asked too soon: wait that long from now on; nil for five seconds
    /// more than until now.
    case slowDown(Duration?)
}
