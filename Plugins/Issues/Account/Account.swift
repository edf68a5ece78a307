/// As whom the plugin talks to GitHub: the arguments of the scope that holds what an account uses.
enum Account: Sendable, Hashable {
    /// Where a token comes from.
    enum TokenSource: Sendable, Hashable {
        /// The operator handed it to the daemon.
        case credential

        /// Login got it, and it is kept in the plugin's own file.
        case file
    }

    /// As nobody: GitHub shows what is public, and takes 60 requests an hour (docs.github.com, "Rate limits for the
    /// REST API").
    case anonymous

    /// As the account that the token belongs to.
    case signedIn(Token, TokenSource)

    /// The token, when there is one.
    var token: Token? {
        switch self {
        case .anonymous: nil
        case .signedIn(let token, _): token
        }
    }

    /// The name of the folder in which what this account has read is cached.
    var cacheName: String {
        switch self {
        case .anonymous: Self.anonymousCacheName
        case .signedIn(let token, _): token.fingerprint
        }
    }

    /// The name of the folder in which what nobody in particular has read is cached.
    static let anonymousCacheName = "anonymous"
}
