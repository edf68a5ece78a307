/// A sign-in or sign-out that failed.
enum LoginFailure: Error, Hashable {
    /// The configuration has no client ID.
    case noClientID

    /// The token is the credential with this name, which the plugin can't change.
    case tokenIsCredential(String)

    /// The code was not entered before it expired.
    case expired

    /// The user denied the sign-in in the browser.
    case denied

    /// GitHub rejected the sign-in with this error code. The message is without a full stop.
    case refused(code: String, message: String)

    /// The token could not be stored: the account is signed in until the plugin stops. The reason is without a full stop.
    case tokenNotStored(reason: String)
}
