/// The failure of a sign-in or sign-out.
enum LoginFailure: Error, Hashable {
    /// The configuration has no client ID.
    case noClientID

    /// The token is the credential with this name. The plugin cannot change a credential.
    case tokenIsCredential(String)

    /// The account is the built-in sample account, which has no token.
    case sampleAccount

    /// The code was not entered before it expired.
    case expired

    /// The user denied the sign-in in the browser.
    case denied

    /// GitHub rejected the sign-in with this error code. The message does not end with a full stop.
    case refused(code: String, message: String)

    /// The token could not be stored, so the account is signed in only until the plugin stops. The reason has no full
    /// stop.
    case tokenNotStored(reason: String)
}
