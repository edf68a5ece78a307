import Testing
import Trellis
import TrellisHTTP
import TrellisTesting

@testable import Issues

/// The isolation of the session and of the scenes: each sees only its inputs.
@Suite("Visibility in the scopes of Issues")
struct VisibilityTests {
    private let session = "root/issues/session"

    /// Returns the problem of a blueprint in which a binding requires more than the inputs of its scope.
    private func problem(_ change: (inout Blueprint) -> Void) throws -> String {
        let folder = FilePath("/nonexistent")
        let environment = PluginEnvironment(
            name: "issues", directories: PluginDirectories(state: folder, cache: folder, runtime: folder),
            clock: .system, logger: Logger(label: "issues"), credential: { _ in nil }, status: { _ in })
        var root = Blueprint("root")
        root.provide(value: environment.clock)
        var blueprint = Blueprint("issues")
        blueprint.provide(value: environment)
        blueprint.provide(value: IssuesConfiguration.standard)
        IssuesPlugin(configuration: .standard).assemble(&blueprint)
        change(&blueprint)
        let parent = try Plan(root)
        let error = #expect(throws: AdmissionError.self) { try Plan(blueprint, under: parent) }
        return try #require(error?.diagnostics.first).description
    }

    private func problem<T: Sendable>(ofSessionWith type: T.Type) throws -> String {
        try problem { blueprint in
            blueprint.override { (accounts: AccountManager, views: Scene<AccountModel, IssuesScenes>, _: T) in
                SessionAccount(accounts: accounts, views: views)
            }
        }
    }

    private func problem<T: Sendable>(ofSceneWith type: T.Type) throws -> String {
        try problem { blueprint in
            blueprint.override { (account: AccountModel, _: T) in ReposEnvironment(account: account) }
        }
    }

    private func problem<T: Sendable>(ofAccountWith type: T.Type) throws -> String {
        try problem { blueprint in
            blueprint.override { (account: Account, directories: ResponseDirectories, _: T) in
                ResponseCache(files: directories.files(of: account))
            }
        }
    }

    @Test("a session sees only the accounts, the sign-in and the clock of the plugin") func sessions() throws {
        let problems = try [
            problem(ofSessionWith: TokenStore.self), problem(ofSessionWith: PluginEnvironment.self),
            problem(ofSessionWith: IssuesConfiguration.self), problem(ofSessionWith: (any OAuthService).self),
            problem(ofSessionWith: HTTPService.self), problem(ofSessionWith: GitHubConnection.self),
            problem(ofSessionWith: GitHubAvailability.self), problem(ofSessionWith: ResponseDirectories.self),
            problem(ofSessionWith: AccountManagerEnvironment.self),
            problem(ofSessionWith: Scene<Account, AccountModel>.self),
        ]
        for problem in problems { #expect(problem.contains("but which is not an input of \(session)\n")) }
    }

    @Test("a scene of a session sees only the account and its actions") func scenes() throws {
        let view = "\(session)/IssuesScenes"
        let scene = "\(view)/ReposModel"
        for problem in try [
            problem(ofSceneWith: IssuesScenes.self), problem(ofSceneWith: Scene<ReposRequest, ReposModel>.self),
        ] {
            #expect(problem.contains("but which is not an input of \(scene)\n"))
        }
        for problem in try [
            problem(ofSceneWith: NavigationStack<Place>.self), problem(ofSceneWith: SessionAccount.self),
        ] {
            #expect(problem.contains("but which is not an input of \(scene) and \(view)\n"))
        }
        let credentials = try problem(ofSceneWith: PluginEnvironment.self)
        #expect(credentials.contains("but which is not an input of \(scene) and \(view) and \(session)\n"))
    }

    @Test("the scope of an account sees neither the tokens nor the credentials") func accounts() throws {
        let problems = try [
            problem(ofAccountWith: TokenStore.self), problem(ofAccountWith: PluginEnvironment.self),
            problem(ofAccountWith: AccountManager.self), problem(ofAccountWith: (any OAuthService).self),
            problem(ofAccountWith: IssuesConfiguration.self),
        ]
        for problem in problems {
            #expect(problem.contains("but which is not an input of root/issues/AccountModel\n"))
        }
    }
}
