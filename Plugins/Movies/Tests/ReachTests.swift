import Testing
import Trellis
import TrellisTesting

@testable import Movies

/// A client's session reaches the use cases, and no client of the movie database.
@Suite("The reach of a session of Movies", .timeLimit(.minutes(2)))
struct ReachTests {
    private var blueprint: Blueprint {
        var blueprint = Blueprint("movies")
        let configuration = MoviesConfiguration([:])
        blueprint.provide(value: configuration)
        MoviesPlugin.assemble(&blueprint, configuration: configuration)
        return blueprint
    }

    @Test("a session reaches its dependencies")
    func session() {
        expectReach(
            of: "movies/session", in: blueprint,
            allows: [
                SavedTitles.self, SessionDependencies.SourceDescription.self, SuggestQueries.self, TitlePosters.self,
                UseCaseBase.self, (any SceneModel).self,
            ],
            ends: [CachedPosterRepository.self, SourceRepository.self, SQLiteUserStore.self])
    }
}
