import Testing
import VarlinkIDL

@testable import VarlinkCodegen

@Suite("Changes since a released interface", .timeLimit(.minutes(2)))
struct BreakingChangeTests {
    /// A released and a current interface, without their first lines.
    struct Pair: Sendable, CustomTestStringConvertible {
        var released: String
        var current: String
        var changes: [String] = []

        var testDescription: String { "\(released) -> \(current)" }
    }

    private func changes(_ pair: Pair) throws -> [String] {
        let released = try InterfaceDescription(parsing: "interface a.b\n" + pair.released)
        let current = try InterfaceDescription(parsing: "interface a.b\n" + pair.current)
        #expect(released.diagnostics().isEmpty && current.diagnostics().isEmpty)
        return current.breakingChanges(since: released).map(\.description)
    }

    @Test(
        "accepts compatible changes",
        arguments: [
            Pair(
                released: "method M(a: int) -> (b: int)",
                current: "# A different comment.\nmethod M(a: int) -> (b: int)"),
            Pair(
                released: "method M() -> ()", current: "type T (a: int)\nmethod N() -> ()\nmethod M() -> ()\nerror E ()"
            ),
            Pair(released: "method M(a: int) -> ()", current: "method M(b: ?string, a: ?int) -> ()"),
            Pair(released: "method M() -> (a: ?int)", current: "method M() -> (b: string, a: int)"),
            Pair(released: "method M(a: (x, y)) -> (b: (x, y))", current: "method M(a: (z, y, x)) -> (b: (y))"),
            Pair(released: "method M() -> ()", current: "# [Supports 'more' flag]\nmethod M() -> ()"),
            Pair(
                released: "# [Requires 'more' flag]\nmethod M() -> ()",
                current: "# [Supports 'more' flag]\nmethod M() -> ()"),
            Pair(released: "error E (a: int)", current: "error E (a: int, b: string)"),
            Pair(
                released: "type T (a: int, next: ?T)\nmethod M() -> (t: T)",
                current: "type T (a: int)\ntype U (a: int, next: ?U, b: int)\nmethod M() -> (t: U)"),
            Pair(released: "method M() -> (t: (a: int))", current: "type T (a: int)\nmethod M() -> (t: T)"),
        ])
    func compatible(pair: Pair) throws {
        #expect(try changes(pair) == [])
    }

    @Test(
        "reports breaking changes with their subjects",
        arguments: [
            Pair(released: "method M() -> ()", current: "", changes: ["method M: removed"]),
            Pair(released: "type T (a: int)", current: "", changes: ["type T: removed"]),
            Pair(released: "error E ()", current: "", changes: ["error E: removed"]),
            Pair(
                released: "method M() -> ()", current: "method M(a: int) -> ()",
                changes: ["method M, parameter a: new required parameter; make it nullable"]),
            Pair(
                released: "method M(a: ?int) -> ()", current: "method M(a: int) -> ()",
                changes: ["method M, parameter a: no longer nullable"]),
            Pair(
                released: "method M(a: int) -> ()", current: "method M() -> ()",
                changes: ["method M, parameter a: removed; the service rejects calls that contain it"]),
            Pair(
                released: "method M(a: int) -> ()", current: "method M(a: []int) -> ()",
                changes: ["method M, parameter a: type changed from int to []int"]),
            Pair(
                released: "method M() -> (a: int)", current: "method M() -> ()",
                changes: ["method M, reply field a: removed"]),
            Pair(
                released: "method M() -> (a: int)", current: "method M() -> (a: ?int)",
                changes: ["method M, reply field a: became nullable"]),
            Pair(
                released: "method M(a: (x, y)) -> ()", current: "method M(a: (x)) -> ()",
                changes: ["method M, parameter a: value y removed"]),
            Pair(
                released: "method M() -> (a: [string](x))", current: "method M() -> (a: [string](x, y))",
                changes: ["method M, reply field a[string]: new value y, which clients do not accept"]),
            Pair(
                released: "method M() -> (a: (x: int))", current: "method M() -> (a: (x))",
                changes: ["method M, reply field a: changed between a structure and an enumeration"]),
            Pair(
                released: "method M() -> ()", current: "# [Requires 'more' flag]\nmethod M() -> ()",
                changes: ["method M: requires the flag 'more', which it did not require"]),
            Pair(
                released: "# [Supports 'more' flag]\nmethod M() -> ()", current: "method M() -> ()",
                changes: ["method M: no longer supports the flag 'more'"]),
            Pair(
                released: "error E (a: int)", current: "error E (a: string)",
                changes: ["error E, parameter a: type changed from int to string"]),
            Pair(
                released: "type T (a: int, next: ?T)\nmethod M(t: T) -> (t: []T)",
                current: "type T (a: ?int, next: ?T, b: int)\nmethod M(t: T) -> (t: []T)",
                changes: [
                    "method M, parameter t, field b: new required parameter; make it nullable",
                    "method M, reply field t[], field a: became nullable",
                ]),
        ])
    func breaking(pair: Pair) throws {
        #expect(try changes(pair) == pair.changes)
    }

    @Test("reports a renamed interface")
    func name() throws {
        let released = InterfaceDescription(name: "a.b")
        let changes = InterfaceDescription(name: "a.c").breakingChanges(since: released)
        #expect(changes.map(\.description) == ["interface a.b: renamed to a.c"])
    }
}
