public import Trellis

/// A game in which a client guesses a number.
public struct GuessPlugin: Plugin {
    /// The description of the plugin.
    public static let manifest = PluginManifest(name: "guess", version: "1.0.0", summary: "Guess a number.")

    /// Declares the source of numbers, and the session of a client.
    public static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.provide({ () in Numbers.system })
        blueprint.session { session in
            session.inputs(Numbers.self)
            session.provide({ () in NavigationStack<Round>() })
            session.provide(Game.init(rounds:stack:))
            session.provide(RoundActions.init(game:))
            session.scene(RoundRequest.self, Round.self) { scene in
                scene.inputs(Numbers.self, RoundActions.self)
                scene.provide(Round.init(request:numbers:actions:))
            }
            session.serve(GuessInterface.init(game:))
        }
    }
}
