import Foundation

/// A failed request to GitHub.
enum GitHubFailure: Error, Hashable {
    /// An error in the input of a request (docs.github.com, "Troubleshooting the REST API", "Validation Failed").
    struct ValidationError: Sendable, Hashable {
        /// The resource type with the error.
        var resource: String?

        /// The invalid field.
        var field: String?

        /// The error code of GitHub.
        var code: String

        /// The message.
        var message: String?
    }

    /// The request requires a token, and there is none, or GitHub does not accept it. The reason is without a full stop.
    case notSignedIn(reason: String)

    /// The resource does not exist, or the account cannot access it.
    case notFound(what: String)

    /// The resource was deleted, or the feature is disabled.
    case gone(message: String)

    /// The account lacks the permission.
    case forbidden(message: String)

    /// GitHub accepts no requests before a time.
    case rateLimited(until: Date, message: String)

    /// GitHub rejected the input.
    case validationFailed(message: String, errors: [ValidationError])

    /// GitHub is unavailable since a time. The reason is without a full stop.
    case unreachable(reason: String, since: Date)

    /// The links between the pages of a listing cannot be followed. The reason is without a full stop.
    case unusableListing(reason: String)

    /// The request may have taken effect, and the response is missing. The reason is without a full stop.
    case outcomeUnknown(reason: String)

    /// GitHub rejected the request with another status.
    case refused(status: Int, message: String)
}

extension GitHubFailure {
    /// The failure of commands whose account was signed out while they ran.
    static let signedOut = Self.notSignedIn(reason: "the account was signed out while the command ran; log in again")
}
