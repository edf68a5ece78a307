import TrellisHTTP

extension GitHubFailure {
    /// Converts a response that is neither a success nor a rate limit.
    ///
    /// - Parameters:
    ///   - response: The response, with a status of 300 or more.
    ///   - what: The name of the requested resource in the error.
    ///   - account: The account that sent the request.
    init(_ response: HTTPResponse, to what: String, by account: Account) {
        let body = GitHubErrorBody(of: response)
        switch response.status {
        case 401:
            self = .notSignedIn(
                reason: account == .anonymous
                    ? "GitHub requires a sign-in: \(body.message)"
                    : "GitHub rejected the token, which may be expired or revoked: \(body.message)")
        case 403: self = .forbidden(message: body.message)
        case 404: self = .notFound(what: what)
        case 410: self = .gone(message: body.message)
        case 422: self = .validationFailed(message: body.message, errors: body.errors)
        default: self = .refused(status: response.status, message: body.message)
        }
    }
}
