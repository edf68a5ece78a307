import Testing
import Trellis
import TrellisTesting

@testable import Issues

/// A client's session reaches the accounts, and no token or remote service directly.
@Suite("The reach of a session of Issues", .timeLimit(.minutes(2)))
struct ReachTests {
    private var blueprint: Blueprint {
        var blueprint = Blueprint("issues")
        blueprint.provide(value: IssuesConfiguration.standard)
        IssuesPlugin.assemble(&blueprint, configuration: .standard)
        return blueprint
    }

    @Test("a session reaches the accounts and its views")
    func session() {
        expectReach(
            of: "issues/session", in: blueprint,
            allows: [
                LoginEnvironment.self, LoginModel.self, (any IssueService).self, (any PlaceModel).self,
            ],
            ends: [AccountManager.self, WallClock.self], named: ["SessionAccount.View"])
    }
}
