import BenchmarkSupport
import Scopes

/// The array from which the reference implementation loads an object.
///
/// The array has several elements, so that the compiler cannot move the load out of the loop.
private final class Objects: Sendable {
    let all: [any Sendable & AnyObject]

    init(_ object: any Sendable & AnyObject) {
        all = Array(repeating: object, count: 8)
    }
}

/// Consumes a reference, like code that stores the object.
@inline(never)
private func keep(_ object: consuming Service) {
    use(object)
}

/// Measures reading an instance through its slot, compared with a load from an array and a downcast, on one thread and
/// on two.
///
/// Each load retains the object, so that on two threads both sides contend for the reference count.
func measureReads() async throws {
    var root = Blueprint("root")
    root.provide(Service.init)
    let plan = try Plan(root)
    let scope = try await Scope.open(plan)
    guard let slot = plan.slot(of: Service.self) else { return }
    let service = try await scope.instance(of: Service.self)
    let objects = Objects(service)

    let read: @Sendable (Int) throws -> Void = { count in
        try scope.withInstances { instances in
            for _ in 0..<count { keep(instances[slot]) }
        }
    }
    let load: @Sendable (Int) -> Void = { count in
        for number in 0..<count { keep(unsafeDowncast(objects.all[number & 7], to: Service.self)) }
    }
    try await Comparison(
        .init("read through a slot") { try read($0) }, with: .init("array load and downcast") { load($0) }
    ).report(count: 20_000, limit: 1.5)
    try await Comparison(
        .init("read through a slot, two threads") { count in
            try await withThrowingTaskGroup { group in
                for _ in 0..<2 { group.addTask { try read(count) } }
                try await group.waitForAll()
            }
        },
        with: .init("array load and downcast, two threads") { count in
            await withTaskGroup { group in
                for _ in 0..<2 { group.addTask { load(count) } }
            }
        }
    ).report(count: 100_000, limit: 1.1)
    await scope.close()
}
