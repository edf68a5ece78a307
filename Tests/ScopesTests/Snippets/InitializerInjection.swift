import Scopes
import Testing

@Suite("Examples: initializer injection", .timeLimit(.minutes(2))) struct InitializerInjection {
    struct FolderID: Sendable, Equatable { let value: Int }

    final class FolderStore: Sendable {
        func name(of folder: FolderID) -> String { "Folder \(folder.value)" }
    }

    final class FolderModel: Sendable {
        let folder: FolderID
        let store: FolderStore

        init(folder: FolderID, store: FolderStore) {
            self.folder = folder
            self.store = store
        }

        var title: String { store.name(of: folder) }
    }

    struct FolderList: Sendable {
        let folder: Scene<FolderID, FolderModel>

        init(folder: Scene<FolderID, FolderModel>) { self.folder = folder }

        func show(_ id: FolderID) async throws -> String {
            try await folder.open(id) { model in model.title }
        }
    }

    @Test("an initializer takes arguments and dependencies") func arguments() async throws {
        var blueprint = Blueprint("folders")
        blueprint.provide(FolderStore.init)
        blueprint.provide(FolderList.init(folder:))
        blueprint.scene(FolderID.self, FolderModel.self) { scene in
            scene.provide(FolderModel.init(folder:store:))
        }

        try await Scope.open(Plan(blueprint)) { scope in
            let list = try await scope.instance(of: FolderList.self)
            #expect(try await list.show(FolderID(value: 7)) == "Folder 7")
        }
    }

    struct FolderFactory: Sendable {
        let make: @Sendable (FolderID) -> FolderModel
    }

    @Test("a factory creates instances without a lifecycle") func factory() async throws {
        var blueprint = Blueprint("folders")
        blueprint.provide(FolderStore.init)
        blueprint.provide { (store: FolderStore) in
            FolderFactory { FolderModel(folder: $0, store: store) }
        }
        blueprint.export(FolderFactory.self)
        try await Scope.open(Plan(blueprint)) { scope in
            let factory = try await scope.read(FolderFactory.self)
            #expect(factory.make(FolderID(value: 7)).title == "Folder 7")
        }
    }

    final class Session: Sendable {
        let scope: String

        init(_ building: Building) throws { scope = try building.scope }
    }

    @Test("only a scope can call the initializer") func building() async throws {
        var blueprint = Blueprint("folders")
        blueprint.provide(Session.init(_:))
        blueprint.export(Session.self)
        try await Scope.open(Plan(blueprint)) { scope in
            let session = try await scope.read(Session.self)
            #expect(session.scope == "folders")
        }
    }

    class Screen<Model: Sendable>: @unchecked Sendable {
        // Unchecked, because the compiler can't check a class with subclasses. All properties are constant.
        let model: Model

        required init(model: Model) { self.model = model }
    }

    final class FolderListScreen: Screen<FolderList>, @unchecked Sendable {}

    @Test("a generic base class takes any model") func generic() async throws {
        var blueprint = Blueprint("folders")
        blueprint.provide(FolderStore.init)
        blueprint.provide(FolderList.init(folder:))
        blueprint.scene(FolderID.self, FolderModel.self) { scene in
            scene.provide(FolderModel.init(folder:store:))
        }
        blueprint.provide(FolderListScreen.init(model:))
        blueprint.provide(Screen<FolderStore>.init(model:))
        blueprint.export(FolderListScreen.self)
        blueprint.export(Screen<FolderStore>.self)
        try await Scope.open(Plan(blueprint)) { scope in
            let screen = try await scope.read(FolderListScreen.self)
            #expect(try await screen.model.show(FolderID(value: 1)) == "Folder 1")
            #expect(try await scope.read(Screen<FolderStore>.self).model.name(of: FolderID(value: 2)) == "Folder 2")
        }
    }

    final class Toolbar: Sendable {
        let window: Lazy<Window>

        init(window: Lazy<Window>) { self.window = window }

        func title() async throws -> String { try await window().title }
    }

    final class Window: Sendable {
        let toolbar: Toolbar
        let title = "Folders"

        init(toolbar: Toolbar) { self.toolbar = toolbar }
    }

    @Test("two instances require each other through Lazy") func lazy() async throws {
        var blueprint = Blueprint("folders")
        blueprint.provide(Toolbar.init(window:))
        blueprint.provide(Window.init(toolbar:))
        blueprint.export(Toolbar.self)
        try await Scope.open(Plan(blueprint)) { scope in
            let toolbar = try await scope.read(Toolbar.self)
            #expect(try await toolbar.title() == "Folders")
        }
    }

    actor Sidebar {
        weak var window: SidebarWindow?

        func attach(to window: SidebarWindow) { self.window = window }
    }

    actor SidebarWindow {
        let sidebar: Sidebar

        init(sidebar: Sidebar) { self.sidebar = sidebar }
    }

    @Test("an action after creation connects two instances") func afterCreation() async throws {
        var blueprint = Blueprint("folders")
        blueprint.provide(Sidebar.init)
        blueprint.provide(SidebarWindow.init(sidebar:))
        blueprint.afterCreation { (sidebar: Sidebar, window: SidebarWindow) async in
            await sidebar.attach(to: window)
        }
        blueprint.export(Sidebar.self)
        try await Scope.open(Plan(blueprint)) { scope in
            let sidebar = try await scope.read(Sidebar.self)
            #expect(await sidebar.window != nil)
        }
    }
}
