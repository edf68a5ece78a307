import Trellis

/// The controller of a scene in the coordinator's stack, for any type of model.
///
/// Only a scope can create a controller, because the initializer takes a `Building`. A controller therefore exists only while its
/// scene is open, and closing the scene releases both.
final class SceneController<Model: SceneModel>: AnySceneController {
    /// The model of the scene.
    let model: Model

    /// The path of the scene's scope.
    let scene: String

    init(model: Model, _ building: Building) throws(BuildingEnded) {
        self.model = model
        scene = try building.scope
    }

    var entry: NavigationEntry { get async { await model.entry } }

    var titleID: TitleID? { model.titleID }

    var list: (any TitleListModel)? { model as? any TitleListModel }
}

/// A controller whose model type is erased.
protocol AnySceneController: AnyObject, Sendable {
    /// The current navigation entry.
    var entry: NavigationEntry { get async }

    /// The title that the scene shows; nil when the scene shows no title or several titles.
    var titleID: TitleID? { get }

    /// The list that the scene shows; nil when the scene shows no list.
    var list: (any TitleListModel)? { get }
}

extension Blueprint {
    /// Declares a scene with a controller around its model.
    ///
    /// - Parameters:
    ///   - arguments: The type of the scene's arguments.
    ///   - model: The type of the model. The scene must provide an instance of this type.
    ///   - file: The caller's `#fileID`.
    ///   - line: The caller's `#line`.
    ///   - assemble: Declares the bindings of the scene except the controller.
    mutating func controlledScene<Arguments: Sendable, Model: SceneModel>(
        _ arguments: Arguments.Type, _ model: Model.Type, file: String = #fileID, line: Int = #line,
        _ assemble: (inout Blueprint) -> Void
    ) {
        scene(arguments, SceneController<Model>.self, file: file, line: line) { scene in
            assemble(&scene)
            scene.provide(SceneController<Model>.init(model:_:), file: file, line: line)
        }
    }
}
