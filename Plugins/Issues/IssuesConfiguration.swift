public import Trellis
public import TrellisHTTP

/// What an operator can set for Issues: the section `plugins.issues`.
public struct IssuesConfiguration: PluginConfiguration {
    /// Where the REST API is.
    ///
    /// Default: `ServerURL.gitHub`.
    public var baseURL: ServerURL

    /// Where the OAuth device flow is.
    ///
    /// Default: what belongs to ``baseURL``.
    public var loginURL: ServerURL

    /// The client ID of the OAuth app by which Login signs in.
    ///
    /// Default: none, and Login is refused.
    public var clientId: String?

    /// What Login asks to be allowed to do: OAuth scopes, separated by spaces.
    ///
    /// Default: `repo`.
    public var scope: String

    /// The name of the credential that has a token, without the plugin's name before it.
    ///
    /// Default: `token`.
    public var credential: String

    /// How long one request may take, with its answer.
    ///
    /// Default: 10 s.
    public var timeout: Duration

    /// How much of GitHub's answers is kept on disk, for each account.
    ///
    /// Default: 64 MiB.
    public var cacheSize: ByteCount

    /// Reads the configuration.
    /// - Parameter settings: The section `plugins.issues`.
    public init(from settings: Settings) {
        baseURL = settings.server(
            "baseURL", default: .gitHub, "Where GitHub's REST API is; of an Enterprise Server, https://HOST/api/v3.")
        loginURL =
            settings.server(
                "loginURL", "Where people sign in; without it, the server that baseURL belongs to: https://github.com.")
            ?? baseURL.webServer
        clientId = settings.string(
            "clientId", "The client ID of an OAuth app with the device flow enabled; without it, Login is refused.")
        scope = settings.string("scope", default: "repo", "What Login asks to be allowed to do: OAuth scopes.")
        credential = settings.string(
            "credential", default: "token", "The name of the credential that has a token, without 'issues.' before it.")
        timeout = settings.duration(
            "timeout", default: .seconds(10), in: .milliseconds(100) ... .seconds(60),
            "How long one request to GitHub may take, with its answer.")
        cacheSize = settings.bytes(
            "cacheSize", default: ByteCount(bytes: 64 << 20), in: ByteCount(bytes: 0)...ByteCount(bytes: 1 << 30),
            "How much of GitHub's answers is kept on disk for each account, in bytes; 0 for nothing.")

        if clientId?.isEmpty == true {
            settings.refuse("clientId", "a client ID can't be empty; leave the key out if there is none")
        }
        // The name of a file in the folder of credentials.
        if credential.isEmpty || credential.contains("/") {
            settings.refuse("credential", "'\(credential)' is no name of a credential; write one like 'token'")
        }
    }
}
