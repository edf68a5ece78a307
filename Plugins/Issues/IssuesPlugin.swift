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
              - Pass a token to the daemon as the credential 'issues.token', in this order:
                'install --mode=0600 /dev/stdin /etc/trellis/issues.token' with the token as its input,
                'systemctl edit trellisd' to add LoadCredential=issues.token:/etc/trellis/issues.token to [Service], and
                'systemctl restart trellisd'.
              - Set plugins.issues.clientId to the client ID of an OAuth app with the device flow enabled
                (https://github.com/settings/developers), and run 'trellisctl issues login'.
            For GitHub Enterprise Server, set plugins.issues.baseURL to https://HOST/api/v3.
            """)

    /// The sample account.
    public static let demo = ["source": "sample"]

    /// Rejects a credential that is not a token, and a missing one that the configuration names.
    public static func validate(_ plugin: PluginEnvironment, configuration: IssuesConfiguration) throws {
        if configuration.source == .github { _ = try TokenStore.credential(configuration.credential, of: plugin) }
    }

    /// Declares the connection to GitHub, the sign-in, the scope of an account, the session of a client, the health check,
    /// and the search.
    public static func assemble(_ blueprint: inout Blueprint, configuration: IssuesConfiguration) {
        blueprint.provide(value: configuration.baseURL)
        blueprint.provide {
            [limits = configuration.limits] (clients: HTTPClientPool?, clock: WallClock, plugin: PluginEnvironment) in
            HTTPService(limits: limits, clock: clock, clients: clients, failpoint: plugin.failpoint("http.request"))
        }
        blueprint.provide { (clock: WallClock, logger: Logger) in
            ServerAvailability(of: "GitHub", clock: clock, logger: logger)
        }
        blueprint.provide(GitHubAvailability.init(server:clock:logger:))
        blueprint.provide(GitHubConnection.init(http:availability:))
        blueprint.provide {
            [configuration] (connection: GitHubConnection, availability: GitHubAvailability, clock: WallClock) in
            GitHubOAuthService(
                connection: connection, availability: availability, server: configuration.loginURL,
                clientId: configuration.clientId, scope: configuration.scope, clock: clock)
        } as: {
            $0 as any OAuthService
        }
        blueprint.provide { [configuration] (plugin: PluginEnvironment, clock: WallClock, logger: Logger) in
            ResponseDirectories(plugin: plugin, sizeLimit: configuration.cacheSize, clock: clock, logger: logger)
        }
        // All instances that depend on the account are in a separate scope, which AccountManager opens and replaces.
        // The source is selected only here.
        switch configuration.source {
        case .github:
            blueprint.scene(Account.self, AccountModel.self, Self.assemble(account:))
            blueprint.provide {
                [name = configuration.credential] (server: ServerURL, plugin: PluginEnvironment, logger: Logger) in
                try TokenStore(for: server, credential: name, plugin: plugin, logger: logger)
            }
        case .sample:
            blueprint.scene(Account.self, AccountModel.self, Self.assemble(sample:))
            blueprint.provide(TokenStore.init(sample:server:))
        }
        blueprint.provide(AccountManagerEnvironment.init(plugin:responses:logger:))
        blueprint.provide(AccountManager.init(accounts:tokens:availability:environment:))
        // Only the sign-in can replace the account.
        blueprint.alias(AccountManager.self) { $0 as any CurrentAccount }
        blueprint.provide(LoginEnvironment.init(oauth:accounts:clock:))
        blueprint.scene(Void.self, LoginModel.self) { login in
            login.inputs(LoginEnvironment.self)
            login.provide(LoginModel.init(environment:))
        }
        blueprint.session(IssuesSession.assemble)
        blueprint.backUp { (tokens: TokenStore) in [tokens.backup] }
        blueprint.run(RecoveryMonitor.init(availability:connection:server:))
        blueprint.check(GitHubHealth.init(availability:))
        blueprint.extend(IssueSearch.init(account:)) { $0 as any SearchProvider }
    }

    /// Declares the scope of an account: its cache, its client of the REST API, and its service.
    private static func assemble(account: inout Blueprint) {
        account.inputs(
            ResponseDirectories.self, GitHubConnection.self, GitHubAvailability.self, ServerURL.self, WallClock.self)
        account.provide { (account: Account, directories: ResponseDirectories) in
            ResponseCache(files: directories.files(of: account))
        }
        account.provide(GitHubClient.init(account:connection:cache:availability:server:clock:))
        account.provide(GitHubIssueService.init(account:client:server:)) { $0 as any IssueService }
        account.provide(IssueFinder.init(account:client:server:))
        account.provide(AccountEnvironment.init(service:finder:))
        account.provide(AccountModel.init(account:service:environment:))
    }

    /// Declares the scope of the sample account.
    private static func assemble(sample account: inout Blueprint) {
        account.inputs(WallClock.self)
        account.provide(SampleIssueService.init(clock:))
        account.alias(SampleIssueService.self) { $0 as any IssueService }
        account.provide(AccountEnvironment.init(sample:))
        account.provide(AccountModel.init(account:service:environment:))
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
