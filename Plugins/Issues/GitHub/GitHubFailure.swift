import Foundation

/// Why GitHub did not do what it was asked for.
enum GitHubFailure: Error, Hashable {
    /// One thing that GitHub found wrong (docs.github.com, "Troubleshooting the REST API", "Validation Failed").
    struct Fault: Sendable, Hashable {
        /// What it was found in.
        var resource: String?

        /// The field that is wrong.
        var field: String?

        /// GitHub's word for what is wrong.
        var code: String

        /// What is wrong, in a sentence.
        var message: String?
    }

    /// It takes a token, and there is none, or it is not accepted. The reason is a sentence without its full stop.
    case notSignedIn(reason: String)

    /// It is not there, or not for this account.
    case notFound(what: String)

    /// It was deleted, or is switched off.
    case gone(message: String)

    /// The account may not do this.
    case forbidden(message: String)

    /// GitHub takes no requests before a time.
    case rateLimited(until: Date, message: String)

    /// What it was given is wrong.
    case validationFailed(message: String, faults: [Fault])

    /// It can't be reached since a time. The reason is the end of a sentence.
    case unreachable(reason: String, since: Date)

    /// The links between the pages of a listing can't be followed. The reason is the end of a sentence.
    case unusableListing(reason: String)

    /// It may have done what it was asked for, and did not say so. The reason is the end of a sentence.
    case outcomeUnknown(reason: String)

    /// It refused for another reason.
    case refused(status: Int, message: String)
}
