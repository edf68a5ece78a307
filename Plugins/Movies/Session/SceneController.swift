import Trellis

/// Stands for one place in the coordinator's stack, whatever the model is that is shown there.
///
/// Only a scope can make one: whoever has a controller knows that its scene is open, and that closing the scene is
/// all that has to be done to be rid of both.
final class SceneController<Model: SceneModel>: PlaceController {
    /// What is shown there.
    let model: Model

    /// The path of the scene that made the controller.
    let scene: String

    init(model: Model, dependencies: MoviesScene.Dependencies, _ building: Building) {
        self.model = model
        scene = building.scope
        dependencies.logger.trace("a place opened", metadata: ["scene": "\(building.scope)"])
    }

    var place: Place { get async { await model.place } }

    var titleID: TitleID? { model.titleID }

    var list: (any TitleListModel)? { model as? any TitleListModel }
}

/// A controller of a place, whatever its model is.
protocol PlaceController: AnyObject, Sendable {
    /// The place, as it is now.
    var place: Place { get async }

    /// The title that the place is about.
    var titleID: TitleID? { get }

    /// The list that is shown there; nil where there is none.
    var list: (any TitleListModel)? { get }
}

extension Blueprint {
    /// Declares a scene with a controller around its model.
    ///
    /// - Parameters:
    ///   - arguments: The type of the scene's arguments.
    ///   - model: The type of its model, which the scene has to provide.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - assemble: Declares what the scene provides beside the controller.
    mutating func place<Arguments: Sendable, Model: SceneModel>(
        _ arguments: Arguments.Type, _ model: Model.Type, file: String = #fileID, line: Int = #line,
        _ assemble: (inout Blueprint) -> Void
    ) {
        scene(arguments, SceneController<Model>.self, file: file, line: line) { scene in
            assemble(&scene)
            scene.provide(SceneController<Model>.init(model:dependencies:_:), file: file, line: line)
        }
    }
}
