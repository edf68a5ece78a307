import Scopes
import Testing

@Suite("Examples: environments of closures", .timeLimit(.minutes(2))) struct EnvironmentsOfClosures {
    struct Issue: Sendable, Equatable {
        let title: String
    }

    actor IssueService {
        private let token: String
        private var issues: [Issue] = []

        init(token: String) { self.token = token }

        func list() -> [Issue] { issues }
        func open(_ title: String) { issues.append(Issue(title: title)) }
        func deleteRepository() { issues = [] }
    }

    struct NewIssueEnvironment: Sendable {
        var open: @Sendable (String) async -> Void
    }

    struct IssueListEnvironment: Sendable {
        var issues: @Sendable () async -> [Issue]
    }

    struct NewIssueModel: Sendable {
        let environment: NewIssueEnvironment

        init(environment: NewIssueEnvironment) { self.environment = environment }

        func submit(_ title: String) async { await environment.open(title) }
    }

    struct IssueListModel: Sendable {
        let environment: IssueListEnvironment

        init(environment: IssueListEnvironment) { self.environment = environment }

        func titles() async -> [String] { await environment.issues().map(\.title) }
    }

    struct HostEnvironment: Sendable {
        var savedToken: @Sendable () -> String?

        static let live = HostEnvironment(savedToken: { "from the keyring" })
    }

    static func declare(_ blueprint: inout Blueprint) {
        blueprint.provide { (host: HostEnvironment) in IssueService(token: host.savedToken() ?? "") }
        blueprint.provide { (service: IssueService) in
            NewIssueEnvironment(open: { await service.open($0) })
        }
        blueprint.provide { (service: IssueService) in
            IssueListEnvironment(issues: { await service.list() })
        }
        blueprint.provide(NewIssueModel.init(environment:))
        blueprint.provide(IssueListModel.init(environment:))
    }

    @Test("the scope passes each model its environment") func environments() async throws {
        var blueprint = Blueprint("issues")
        blueprint.provide(value: HostEnvironment.live)
        Self.declare(&blueprint)

        try await Scope.open(Plan(blueprint)) { scope in
            try await scope.instance(of: NewIssueModel.self).submit("It crashes")
            let list = try await scope.instance(of: IssueListModel.self)
            #expect(await list.titles() == ["It crashes"])
        }
    }

    @Test("a model accepts the closures of a test") func test() async {
        let model = IssueListModel(environment: IssueListEnvironment(issues: { [Issue(title: "One")] }))
        #expect(await model.titles() == ["One"])
    }

    @Test("an override replaces the environment of a model") func override() async throws {
        var blueprint = Blueprint("issues")
        blueprint.provide(value: HostEnvironment(savedToken: { nil }))
        Self.declare(&blueprint)
        blueprint.override(value: IssueListEnvironment(issues: { [Issue(title: "One")] }))

        try await Scope.open(Plan(blueprint)) { scope in
            let list = try await scope.instance(of: IssueListModel.self)
            #expect(await list.titles() == ["One"])
        }
    }
}
