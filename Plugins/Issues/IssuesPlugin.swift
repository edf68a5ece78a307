import SearchAPI
public import Trellis
import TrellisHTTP

/// A gateway to the issues of GitHub repositories.
///
/// The token is not sent to clients.
public struct IssuesPlugin: Plugin {
    /// The name, the version, the summary and the setup of the plugin.
    public static let manifest = PluginManifest(
        name: "issues", version: "1.0.0", summary: "A gateway to GitHub issues that keeps the token in the daemon.",
        setup: """
            Without a sign-in, it reads public data. To sign in, do one of the following:
              - Pass a token to the daemon as the credential 'issues.token': run 'systemctl edit trellisd' and add
                LoadCredential=issues.token:/etc/trellis/issues.token to [Service].
              - Set plugins.issues.clientId to the client ID of an OAuth app with the device flow enabled
                (https://github.com/settings/developers), and run 'trellisctl issues login'.
            For GitHub Enterprise Server, set plugins.issues.baseURL to https://HOST/api/v3.
            """)

    private let configuration: IssuesConfiguration

    /// Creates the plugin.
    /// - Parameter configuration: The settings of the section `plugins.issues`.
    public init(configuration: IssuesConfiguration) {
        self.configuration = configuration
    }

    /// Rejects a credential that is not a token.
    public func validate(_ plugin: PluginEnvironment) throws {
        _ = try TokenStore.credential(configuration.credential, of: plugin)
    }

    /// Declares the connection to GitHub, the sign-in, the scope of an account, the session of a client, the health check,
    /// and the search.
    public func assemble(_ blueprint: inout Blueprint) {
        blueprint.provide(HTTPService.init(configuration:clock:clients:))
        blueprint.provide(GitHubAvailability.init(plugin:))
        blueprint.provide(GitHubConnection.init(http:availability:))
        blueprint.provide(GitHubOAuthService.init(connection:availability:configuration:clock:)) {
            $0 as any OAuthService
        }
        // All instances that depend on the account are in a separate scope, which AccountManager opens and replaces.
        blueprint.scene(Account.self, AccountModel.self, Self.assemble(account:))
        blueprint.provide(TokenStore.init(configuration:plugin:))
        blueprint.provide(AccountManager.init(accounts:tokens:availability:plugin:))
        blueprint.scene(Void.self, LoginModel.self) { login in
            login.provide(LoginEnvironment.init(oauth:accounts:clock:))
            login.provide(LoginModel.init(environment:))
        }
        blueprint.session(IssuesSession.assemble)
        blueprint.run(RecoveryMonitor.init(availability:connection:configuration:))
        blueprint.check(GitHubHealth.init(availability:))
        blueprint.extend(IssueSearch.init(accounts:)) { $0 as any SearchProvider }
    }

    /// Declares the scope of an account: its cache, its client of the REST API, and its service.
    private static func assemble(account: inout Blueprint) {
        account.provide(ResponseCache.init(account:configuration:plugin:))
        account.provide(GitHubClient.init(account:connection:cache:availability:configuration:clock:))
        account.provide(GitHubIssueService.init(account:client:configuration:)) { $0 as any IssueService }
        account.provide(IssueFinder.init(account:client:configuration:))
        account.provide(AccountEnvironment.init(service:finder:))
        account.provide(AccountModel.init(account:service:environment:))
    }
}

extension HTTPService {
    /// Creates the service for requests to GitHub.
    convenience init(configuration: IssuesConfiguration, clock: WallClock, clients: HTTPClientPool?) {
        self.init(limits: configuration.limits, clock: clock, clients: clients)
    }
}

extension IssuesConfiguration {
    /// The limits of a request to GitHub.
    ///
    /// A page of issues with the longest bodies that GitHub permits has less than 32 MiB.
    var limits: HTTPLimits {
        HTTPLimits(timeout: timeout, attempts: GitHubConnection.attempts, responseSize: ByteCount(bytes: 32 << 20))
    }
}
