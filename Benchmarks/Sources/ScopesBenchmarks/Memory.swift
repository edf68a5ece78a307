import BenchmarkSupport
import Foundation
import Scopes

/// The arguments of the scenes with an instance that the scope must close.
private struct Closing: Sendable {}

private struct Openers: Sendable {
    let plain: Scene<Void, Part4>
    let closing: Scene<Closing, Part4>
}

/// Measures the memory of the process after a million scenes, compared with the memory after the first 10,000 scenes.
///
/// The first 10,000 scenes fill the caches of the allocator.
func measureMemory() async throws {
    var root = Blueprint("root")
    root.provide(Service.init)
    root.provide(Openers.init)
    root.scene(Void.self, Part4.self, declareFive)
    root.scene(Closing.self, Part4.self) { blueprint in
        declareFive(in: &blueprint)
        blueprint.provide({ (_: Part4) in 1 }, .onClose { _ in })
    }
    let scope = try await Scope.open(root)
    let openers = try await scope.instance(of: Openers.self)

    try await report("scenes", of: 1_000_000) { try await openers.plain.open().close() }
    try await report("scenes that close something", of: 1_000_000) { try await openers.closing.open(Closing()).close() }
    await scope.close()
}

private func report(_ what: String, of count: Int, _ pass: () async throws -> Void) async throws {
    for _ in 0..<10_000 { try await pass() }
    let before = try residentKibibytes()
    for _ in 0..<count { try await pass() }
    let after = try residentKibibytes()
    let reference = "memory after 10,000 \(what)"
    try Figure(reference, before, "KiB").report()
    try Figure(
        "memory after \(count.formatted(.number.locale(Locale(identifier: "en")))) \(what)", after, "KiB",
        reference: reference, ratio: after / before, limit: 1.05
    ).report()
}

/// The resident memory of the process: the second number of /proc/self/statm, in pages (proc(5)).
private func residentKibibytes() throws -> Double {
    let numbers = try String(contentsOfFile: "/proc/self/statm", encoding: .ascii).split(separator: " ")
    return Double(numbers.dropFirst().first.flatMap { Int($0) } ?? 0) * Double(sysconf(Int32(_SC_PAGESIZE))) / 1024
}
