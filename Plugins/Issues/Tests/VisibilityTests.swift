import Testing
import Trellis
import TrellisHTTP
import TrellisTesting

@testable import Issues

/// The isolation of the session and of the scenes: each sees only its inputs.
@Suite("Visibility in the scopes of Issues", .timeLimit(.minutes(2)))
struct VisibilityTests {
    private let session = "root/issues/session"
    private var view: String { "\(session)/IssuesScenes" }
    private var scene: String { "\(view)/ReposModel" }

    /// Returns the problem of a blueprint in which a binding requires more than the inputs of its scope.
    private func problem(_ change: (inout Blueprint) -> Void) throws -> String {
        let folder = FilePath("/nonexistent")
        let logger = Logger(label: "issues")
        let environment = PluginEnvironment(
            name: "issues", directories: PluginDirectories(state: folder, cache: folder, runtime: folder),
            clock: .system, logger: logger, credential: { _ in nil }, status: { _ in })
        var root = Blueprint("root")
        root.provide(value: WallClock.system)
        var blueprint = Blueprint("issues")
        blueprint.provide(value: environment)
        blueprint.provide(value: logger)
        blueprint.provide(value: IssuesConfiguration.standard)
        IssuesPlugin.assemble(&blueprint, configuration: .standard)
        change(&blueprint)
        let parent = try Plan(root)
        let error = #expect(throws: AdmissionError.self) { try Plan(blueprint, under: parent) }
        return try #require(error?.diagnostics.first).description
    }

    private func problem<T: Sendable>(ofSessionWith type: T.Type) throws -> String {
        try problem { blueprint in
            blueprint.override {
                (
                    current: any CurrentAccount, views: Scene<AccountModel, IssuesScenes>,
                    stack: NavigationStack<Place>,
                    _: T
                ) in SessionAccount(current: current, views: views, stack: stack)
            }
        }
    }

    private func problem<T: Sendable>(ofScenesWith type: T.Type) throws -> String {
        try problem { blueprint in
            blueprint.override { (account: AccountModel, _: T) in ReposEnvironment(account: account) }
        }
    }

    private func problem<T: Sendable>(ofSceneWith type: T.Type) throws -> String {
        try problem { blueprint in
            blueprint.override {
                (request: ReposRequest, environment: ReposEnvironment, actions: PlaceActions, _: T) in
                ReposModel(request: request, environment: environment, actions: actions)
            }
        }
    }

    private func problem<T: Sendable>(ofLoginWith type: T.Type) throws -> String {
        try problem { blueprint in
            blueprint.override { (environment: LoginEnvironment, _: T) in LoginModel(environment: environment) }
        }
    }

    private func problem<T: Sendable>(ofAccountWith type: T.Type) throws -> String {
        try problem { blueprint in
            blueprint.override { (account: Account, directories: ResponseDirectories, _: T) in
                ResponseCache(files: directories.files(of: account))
            }
        }
    }

    @Test("a session sees only the current account, the sign-in and the clock of the plugin") func sessions() throws {
        let problems = try [
            problem(ofSessionWith: TokenStore.self), problem(ofSessionWith: PluginEnvironment.self),
            problem(ofSessionWith: IssuesConfiguration.self), problem(ofSessionWith: (any OAuthService).self),
            problem(ofSessionWith: HTTPService.self), problem(ofSessionWith: GitHubConnection.self),
            problem(ofSessionWith: GitHubAvailability.self), problem(ofSessionWith: ResponseDirectories.self),
            problem(ofSessionWith: AccountManager.self), problem(ofSessionWith: Live<AccountManager>.self),
            problem(ofSessionWith: AccountManagerEnvironment.self), problem(ofSessionWith: LoginEnvironment.self),
            problem(ofSessionWith: Scene<Account, AccountModel>.self),
        ]
        for problem in problems { #expect(problem.contains("but which is not an input of \(session)\n")) }
    }

    @Test("the scenes of an account see only the account and the coordinator of the session") func views() throws {
        for problem in try [
            problem(ofScenesWith: (any CurrentAccount).self), problem(ofScenesWith: NavigationStack<Place>.self),
            problem(ofScenesWith: SessionAccount.self),
            problem(ofScenesWith: CurrentPlace.self), problem(ofScenesWith: Scene<AccountModel, IssuesScenes>.self),
        ] {
            #expect(problem.contains("but which is not an input of \(view)\n"))
        }
    }

    @Test("a scene sees only its environment and its actions") func scenes() throws {
        for problem in try [
            problem(ofSceneWith: AccountModel.self), problem(ofSceneWith: Live<AccountModel>.self),
            problem(ofSceneWith: IssuesEnvironment.self), problem(ofSceneWith: IssueEnvironment.self),
            problem(ofSceneWith: NewIssueEnvironment.self), problem(ofSceneWith: NewIssueActions.self),
            problem(ofSceneWith: OptionSelectEnvironment.self), problem(ofSceneWith: IssuesScenes.self),
            problem(ofSceneWith: Scene<ReposRequest, ReposModel>.self),
        ] {
            #expect(problem.contains("but which is not an input of \(scene)\n"))
        }
        for problem in try [
            problem(ofSceneWith: (any CurrentAccount).self), problem(ofSceneWith: NavigationStack<Place>.self),
            problem(ofSceneWith: SessionAccount.self),
        ] {
            #expect(problem.contains("but which is not an input of \(scene) and \(view)\n"))
        }
        // The scenes of the account can call the coordinator; a single scene can only call its actions.
        #expect(try problem(ofSceneWith: IssuesCoordinator.self).contains("but which is not an input of \(scene)"))
        let outer = "but which is not an input of \(scene) and \(view) and \(session)\n"
        for problem in try [
            problem(ofSceneWith: PluginEnvironment.self), problem(ofSceneWith: TokenStore.self),
            problem(ofSceneWith: AccountManager.self),
        ] {
            #expect(problem.contains(outer))
        }
    }

    @Test("neither a session nor a scene sees the account, its service and its token") func token() throws {
        for problem in try [
            problem(ofSessionWith: Account.self), problem(ofSessionWith: (any IssueService).self),
            problem(ofScenesWith: Account.self), problem(ofScenesWith: (any IssueService).self),
            problem(ofSceneWith: Account.self), problem(ofSceneWith: (any IssueService).self),
        ] {
            #expect(problem.contains("which only root/issues/AccountModel provides, a scope that is not always open"))
        }
        #expect(try problem(ofSessionWith: AccountModel.self).contains("a scope that has a shorter life"))
        for problem in try [
            problem(ofSessionWith: Token.self), problem(ofScenesWith: Token.self), problem(ofSceneWith: Token.self),
        ] {
            #expect(problem.contains(" needs Token, which neither "))
        }
    }

    @Test("the model of an account, which sessions use, does not contain the token") func model() async throws {
        let values = EventRecorder<String>()
        try await withPlugin(
            IssuesPlugin.self, settings: ["source": "sample"],
            adjusting: { blueprint in
                blueprint.override {
                    (account: Account, service: Live<any IssueService>, environment: AccountEnvironment) in
                    let model = AccountModel(account: account, service: service, environment: environment)
                    for child in Mirror(reflecting: model).children {
                        values.record("\(child.value is Account || child.value is Token)")
                    }
                    return model
                }
            }
        ) { plugin in _ = try await IssuesClient(plugin.caller).whoAmI() }
        #expect(!values.entries.isEmpty)
        #expect(!values.entries.contains("true"))
    }

    @Test("a kept model of a signed-out account keeps neither the token nor the client that has it")
    func signedOutModel() async throws {
        let kept = EventRecorder<AccountModel>()
        try await IssuesFixture.with(adjusting: { blueprint in
            blueprint.override {
                (account: Account, service: Live<any IssueService>, environment: AccountEnvironment) in
                let model = AccountModel(account: account, service: service, environment: environment)
                kept.record(model)
                return model
            }
        }) { fixture async throws in
            try await fixture.login()
            _ = try await fixture.issues.logout()
            let leaks = fixture.log.lines.filter { $0.contains("still alive") }
            #expect(leaks.contains { $0.contains("AccountModel in") })
            #expect(!leaks.contains { $0.contains("GitHubClient in") || $0.contains("ResponseCache in") }, "\(leaks)")
        }
    }

    @Test("a sign-in sees only its environment") func login() throws {
        let problems = try [
            problem(ofLoginWith: TokenStore.self), problem(ofLoginWith: PluginEnvironment.self),
            problem(ofLoginWith: AccountManager.self), problem(ofLoginWith: (any CurrentAccount).self),
            problem(ofLoginWith: (any OAuthService).self),
            problem(ofLoginWith: WallClock.self), problem(ofLoginWith: IssuesConfiguration.self),
        ]
        for problem in problems { #expect(problem.contains("but which is not an input of root/issues/LoginModel\n")) }
    }

    @Test("the scope of an account sees neither the tokens nor the credentials") func accounts() throws {
        let problems = try [
            problem(ofAccountWith: TokenStore.self), problem(ofAccountWith: PluginEnvironment.self),
            problem(ofAccountWith: AccountManager.self), problem(ofAccountWith: (any CurrentAccount).self),
            problem(ofAccountWith: (any OAuthService).self),
            problem(ofAccountWith: IssuesConfiguration.self),
        ]
        for problem in problems {
            #expect(problem.contains("but which is not an input of root/issues/AccountModel\n"))
        }
    }
}
