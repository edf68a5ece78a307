import TrellisHTTP

extension GitHubFailure {
    /// What an answer means that is neither a success nor a limit.
    ///
    /// - Parameters:
    ///   - response: The answer; its status is 300 or more.
    ///   - what: What was asked for.
    ///   - account: Who asked.
    init(_ response: HTTPResponse, to what: String, by account: Account) {
        let body = GitHubErrorBody(of: response)
        switch response.status {
        case 401:
            self = .notSignedIn(
                reason: account == .anonymous
                    ? "GitHub asks for a sign-in: \(body.message)"
                    : "GitHub does not accept the token, it may have expired or been revoked: \(body.message)")
        case 403: self = .forbidden(message: body.message)
        case 404: self = .notFound(what: what)
        case 410: self = .gone(message: body.message)
        case 422: self = .validationFailed(message: body.message, faults: body.faults)
        default: self = .refused(status: response.status, message: body.message)
        }
    }
}
