import BenchmarkSupport
import Scopes
import Synchronization

/// A variable with a lock, from which the reference implementation reads an object.
private final class Variable: Sendable {
    private let object: Mutex<Service?>

    init(_ object: Service) { self.object = Mutex(object) }

    func read() throws -> Service {
        guard let object = object.withLock({ $0 }) else { throw ScopeClosed(scope: "reference") }
        return object
    }
}

/// Consumes a reference, like code that stores the object.
@inline(never)
private func keep(_ object: consuming Service) {
    use(object)
}

/// An object that reads another one at each use.
private struct Reader: Sendable {
    let service: Live<Service>
}

/// Measures reading an instance through a `Live`, compared with a variable that has a lock, on one thread and on two.
///
/// Each read retains the object, so that on two threads both sides contend for the reference count.
func measureReads() async throws {
    var root = Blueprint("root")
    root.provide(Service.init)
    root.provide(Reader.init)
    let scope = try await Scope.open(Plan(root))
    let reader = try await scope.instance(of: Reader.self)
    let variable = Variable(try await scope.instance(of: Service.self))

    let read: @Sendable (Int) throws -> Void = { count in for _ in 0..<count { keep(try reader.service()) } }
    let load: @Sendable (Int) throws -> Void = { count in for _ in 0..<count { keep(try variable.read()) } }
    try await Comparison(
        .init("read through a Live") { try read($0) }, with: .init("variable with a lock") { try load($0) }
    ).report(count: 20_000, limit: 1.5)
    try await Comparison(
        .init("read through a Live, two threads") { count in
            try await withThrowingTaskGroup { group in
                for _ in 0..<2 { group.addTask { try read(count) } }
                try await group.waitForAll()
            }
        },
        with: .init("variable with a lock, two threads") { count in
            try await withThrowingTaskGroup { group in
                for _ in 0..<2 { group.addTask { try load(count) } }
                try await group.waitForAll()
            }
        }
    ).report(count: 100_000, limit: 1.5)
    await scope.close()
}
