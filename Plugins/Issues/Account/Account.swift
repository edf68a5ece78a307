/// The account whose token the plugin uses.
///
/// The value is the argument of the account's scope.
enum Account: Sendable, Hashable {
    /// The source of a token.
    enum TokenSource: Sendable, Hashable {
        /// A credential of the daemon.
        case credential

        /// The file in which Login stores the token.
        case file
    }

    /// No account: GitHub returns public data only, and accepts 60 requests an hour (docs.github.com, "Rate limits for
    /// the REST API").
    case anonymous

    /// The account to which a token belongs.
    case signedIn(Token, TokenSource)

    /// The built-in sample account, which has no token.
    case sample

    /// The source of an account, without its token.
    enum Source: Sendable, Hashable {
        /// No account is signed in.
        case anonymous

        /// The token of the account is a credential of the daemon.
        case credential

        /// The token of the account is in the file in which Login stores it.
        case file

        /// The built-in sample account.
        case sample
    }

    /// The source of the account, for code that must not have the token.
    var source: Source {
        switch self {
        case .anonymous: .anonymous
        case .signedIn(_, .credential): .credential
        case .signedIn(_, .file): .file
        case .sample: .sample
        }
    }

    /// The token; nil when no account is signed in.
    var token: Token? {
        switch self {
        case .anonymous, .sample: nil
        case .signedIn(let token, _): token
        }
    }

    /// The name of the directory with the cached responses to this account.
    var cacheName: String {
        switch self {
        case .anonymous, .sample: Self.anonymousCacheName
        case .signedIn(let token, _): token.fingerprint
        }
    }

    /// The name of the directory with the cached responses to unauthenticated requests.
    static let anonymousCacheName = "anonymous"
}
