import Scopes
import Testing

/// The examples in the comments of the folder Validation.
@Suite("Examples in comments: plans", .timeLimit(.minutes(2))) struct PlanComments {
    @Test("validates a blueprint under the plan of its parent") func plan() throws {
        let rootBlueprint = Blueprint("root")
        let itemsBlueprint = Blueprint("items")
        let rootPlan = try Plan(rootBlueprint)
        let plan = try Plan(itemsBlueprint, under: rootPlan)
        #expect(plan.blueprint.name == "items")
    }

    @Test("validates several blueprints together") func admission() async throws {
        let (items, issues, movies) = (Blueprint("items"), Blueprint("issues"), Blueprint("movies"))
        try await Scope.open(Plan(Blueprint("root"))) { root in
            let admission = try Admission(of: [items, issues, movies], under: root.plan)
            var scopes: [Scope] = []
            for plan in admission.plans {
                scopes.append(try await root.open(plan, importing: scopes))
            }
            #expect(scopes.map(\.path) == ["root/items", "root/issues", "root/movies"])
        }
    }
}
