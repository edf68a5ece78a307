import Testing
import VarlinkIDL

@Suite("What breaks the clients of a released interface")
struct BreakingChangeTests {
    /// A pair of interfaces without their first lines.
    struct Pair: Sendable, CustomTestStringConvertible {
        var released: String
        var current: String
        var changes: [String] = []

        var testDescription: String { "\(released) -> \(current)" }
    }

    private func changes(_ pair: Pair) throws -> [String] {
        let released = try InterfaceDescription(parsing: "interface a.b\n" + pair.released)
        let current = try InterfaceDescription(parsing: "interface a.b\n" + pair.current)
        #expect(released.faults().isEmpty && current.faults().isEmpty)
        return current.breakingChanges(since: released).map(\.description)
    }

    @Test(
        "these do not",
        arguments: [
            Pair(released: "method M(a: int) -> (b: int)", current: "# Other words.\nmethod M(a: int) -> (b: int)"),
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
        "these do, and it is said where",
        arguments: [
            Pair(released: "method M() -> ()", current: "", changes: ["method M: it is gone"]),
            Pair(released: "type T (a: int)", current: "", changes: ["type T: it is gone"]),
            Pair(released: "error E ()", current: "", changes: ["error E: it is gone"]),
            Pair(
                released: "method M() -> ()", current: "method M(a: int) -> ()",
                changes: ["method M, parameter a: it is new and must be given; make it nullable"]),
            Pair(
                released: "method M(a: ?int) -> ()", current: "method M(a: int) -> ()",
                changes: ["method M, parameter a: it can no longer be left out"]),
            Pair(
                released: "method M(a: int) -> ()", current: "method M() -> ()",
                changes: ["method M, parameter a: it is gone, and a call that has it is refused"]),
            Pair(
                released: "method M(a: int) -> ()", current: "method M(a: []int) -> ()",
                changes: ["method M, parameter a: its type was int and is []int"]),
            Pair(
                released: "method M() -> (a: int)", current: "method M() -> ()",
                changes: ["method M, reply's field a: it is gone"]),
            Pair(
                released: "method M() -> (a: int)", current: "method M() -> (a: ?int)",
                changes: ["method M, reply's field a: it may be missing, and never was"]),
            Pair(
                released: "method M(a: (x, y)) -> ()", current: "method M(a: (x)) -> ()",
                changes: ["method M, parameter a: the value y is no longer taken"]),
            Pair(
                released: "method M() -> (a: [string](x))", current: "method M() -> (a: [string](x, y))",
                changes: ["method M, reply's field a[string]: the value y is new, and clients do not know it"]),
            Pair(
                released: "method M() -> (a: (x: int))", current: "method M() -> (a: (x))",
                changes: ["method M, reply's field a: structures and enumerations can't take each other's place"]),
            Pair(
                released: "method M() -> ()", current: "# [Requires 'more' flag]\nmethod M() -> ()",
                changes: ["method M: it requires the flag 'more', and did not"]),
            Pair(
                released: "# [Supports 'more' flag]\nmethod M() -> ()", current: "method M() -> ()",
                changes: ["method M: it replies once, and streamed with 'more'"]),
            Pair(
                released: "error E (a: int)", current: "error E (a: string)",
                changes: ["error E, parameter a: its type was int and is string"]),
            Pair(
                released: "type T (a: int, next: ?T)\nmethod M(t: T) -> (t: []T)",
                current: "type T (a: ?int, next: ?T, b: int)\nmethod M(t: T) -> (t: []T)",
                changes: [
                    "method M, parameter t, field b: it is new and must be given; make it nullable",
                    "method M, reply's field t[], field a: it may be missing, and never was",
                ]),
        ])
    func breaking(pair: Pair) throws {
        #expect(try changes(pair) == pair.changes)
    }

    @Test("another name is another interface")
    func name() throws {
        let released = InterfaceDescription(name: "a.b")
        let changes = InterfaceDescription(name: "a.c").breakingChanges(since: released)
        #expect(changes.map(\.description) == ["interface a.b: it is called a.c now"])
    }
}
