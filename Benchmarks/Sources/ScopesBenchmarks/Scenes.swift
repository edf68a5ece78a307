import BenchmarkSupport
import Scopes

private struct Openers: Sendable {
    let five: Scene<Void, Part4>
    let fifty: Scene<Void, Part49>
}

/// Measures opening and closing a scene of 5 and of 50 bindings, including the detection of leaks.
///
/// The reference is a hand-written scene that calls the same initializers and adds itself to a list of its parent.
func measureScenes() async throws {
    var root = Blueprint("root")
    root.provide(Service.init)
    root.provide(Openers.init)
    root.scene(Void.self, Part4.self, declareFive)
    root.scene(Void.self, Part49.self, declareFifty)
    let scope = try await Scope.open(root)
    let openers = try await scope.instance(of: Openers.self)
    let parent = HandWrittenParent()

    try await Comparison(
        .init("scene of 5, opened and closed") { count in
            for _ in 0..<count {
                let scene = try await openers.five.open()
                await scene.close()
            }
        },
        with: .init("scene of 5 by hand") { count in
            for _ in 0..<count {
                let scene = HandWrittenScene5(parent: parent)
                scene.open()
                scene.close()
            }
        }
    ).report(count: 1000, limit: 5)

    try await Comparison(
        .init("scene of 50, opened and closed") { count in
            for _ in 0..<count {
                let scene = try await openers.fifty.open()
                await scene.close()
            }
        },
        with: .init("scene of 50 by hand") { count in
            for _ in 0..<count {
                let scene = HandWrittenScene50(parent: parent)
                scene.open()
                scene.close()
            }
        }
    ).report(count: 100, limit: 3.5)
    await scope.close()
}
