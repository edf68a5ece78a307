import Foundation

/// A failed request to GitHub.
enum GitHubFailure: Error, Hashable {
    /// An error in the input of a request (docs.github.com, "Troubleshooting the REST API", "Validation Failed").
    struct ValidationError: Sendable, Hashable {
        /// The type of the resource with the error, such as `Issue`.
        var resource: String?

        /// The name of the invalid field, such as `assignees`.
        var field: String?

        /// The error code of GitHub, such as `missing_field`.
        var code: String

        /// The explanation of GitHub.
        var message: String?
    }

    /// The request requires a token, and the token is missing or rejected by GitHub. The reason does not end with a
    /// full stop.
    case notSignedIn(reason: String)

    /// The resource does not exist, or the account cannot access it.
    case notFound(what: String)

    /// The resource was deleted, or the feature is disabled.
    case gone(message: String)

    /// The account lacks the permission for the request.
    case forbidden(message: String)

    /// GitHub rejects all requests until the given time.
    case rateLimited(until: Date, message: String)

    /// GitHub rejected the input of the request (status 422).
    case validationFailed(message: String, errors: [ValidationError])

    /// GitHub has been unavailable since the given time. The reason does not end with a full stop.
    case unreachable(reason: String, since: Date)

    /// The links between the pages of a listing cannot be followed. The reason does not end with a full stop.
    case unusableListing(reason: String)

    /// The response is missing, so the request may have taken effect. The reason does not end with a full stop.
    case outcomeUnknown(reason: String)

    /// GitHub rejected the request with another status.
    case refused(status: Int, message: String)
}

extension GitHubFailure {
    /// The failure of a command whose account was signed out while the command ran.
    static let signedOut = Self.notSignedIn(reason: "the account was signed out while the command ran; log in again")
}
