import TrellisHTTP

extension GitHubFailure {
    /// Converts a response that is neither a success nor a rate limit.
    ///
    /// - Parameters:
    ///   - response: The response. Its status is 300 or more.
    ///   - what: The requested resource.
    ///   - account: The account of the request.
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
