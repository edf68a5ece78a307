/// Why nobody could be signed in or out.
enum LoginFailure: Error, Hashable {
    /// The configuration has no client ID.
    case noClientID

    /// The token is the operator's, with this name.
    case tokenIsCredential(String)

    /// The code was not entered in time.
    case expired

    /// Somebody said no in the browser.
    case denied

    /// GitHub said no: its word for the reason, and a sentence.
    case refused(code: String, message: String)

    /// The sign-in holds until the plugin stops, because the token could not be kept. The reason is a sentence without
    /// its full stop.
    case tokenNotKept(reason: String)
}
