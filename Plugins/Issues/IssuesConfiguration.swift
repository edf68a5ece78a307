public import Trellis
public import TrellisHTTP

/// The configuration of Issues, the section `plugins.issues`.
public struct IssuesConfiguration: PluginConfiguration {
    /// The source of issues.
    public enum Source: String, Sendable, Hashable, CaseIterable {
        /// GitHub.
        case github

        /// A built-in account with sample issues, in memory and without network.
        case sample
    }

    /// The source of issues.
    ///
    /// Default: ``Source/github``.
    public var source: Source

    /// The URL of the REST API.
    ///
    /// Default: `ServerURL.gitHub`.
    public var baseURL: ServerURL

    /// The URL of the server with the OAuth device flow.
    ///
    /// Default: the web server of ``baseURL``.
    public var loginURL: ServerURL

    /// The client ID of the OAuth app for Login.
    ///
    /// Default: none; Login is then rejected.
    public var clientId: String?

    /// The OAuth scopes that Login requests, separated by spaces.
    ///
    /// Default: `repo`.
    public var scope: String

    /// The name of the credential with a token, without the name of the plugin; nil for `token`, which need not exist.
    public var credential: String?

    /// The maximum duration of a request, with its response and retries.
    ///
    /// Default: 10 s.
    public var timeout: Duration

    /// The maximum total size of the cached responses of each account.
    ///
    /// Default: 64 MiB.
    public var cacheSize: ByteCount

    /// Reads the configuration.
    /// - Parameter settings: The section `plugins.issues`.
    public init(from settings: Settings) {
        source = settings.choice(
            "source", default: .github,
            "The source of issues: GitHub, or a built-in account with sample issues, whose changes are lost when the plugin "
                + "stops.")
        baseURL = settings.server(
            "baseURL", default: .gitHub,
            "The URL of GitHub's REST API; https://HOST/api/v3 for GitHub Enterprise Server.")
        loginURL =
            settings.server(
                "loginURL", "The URL of the sign-in; by default, the web server of baseURL: https://github.com.")
            ?? baseURL.webServer
        clientId = settings.string(
            "clientId", "The client ID of an OAuth app with the device flow enabled; required for Login.")
        scope = settings.string("scope", default: "repo", "The OAuth scopes that Login requests, separated by spaces.")
        credential = settings.string(
            "credential",
            "The name of the credential with a token, without the prefix 'issues.'. The credential must exist. Without this key, "
                + "the credential issues.token is used if it exists.")
        timeout = settings.duration(
            "timeout", default: .seconds(10), in: .milliseconds(100) ... .seconds(60),
            "The maximum duration of a request to GitHub, with its response and retries.")
        cacheSize = settings.bytes(
            "cacheSize", default: ByteCount(bytes: 64 << 20), in: ByteCount(bytes: 0)...ByteCount(bytes: 1 << 30),
            "The maximum total size of the cached responses of each account, in bytes; 0 disables the cache.")

        if clientId?.isEmpty == true {
            settings.reject("clientId", "must not be empty; remove the key if there is no client ID")
        }
        // The name is part of the name of a file in the credentials directory, so it must not contain a slash.
        if let credential, credential.isEmpty || credential.contains("/") {
            settings.reject("credential", "'\(credential)' is not a credential name; expected one such as 'token'")
        }
    }
}
