import Testing

/// Code that the compiler accepts or rejects.
@Suite("Compilation", .timeLimit(.minutes(2))) struct CompilationTests {
    private let useCase = """
        protocol Titles: Sendable {}

        struct HomeTitles: Sendable, UsesDependencies {
            static var dependencies: DependencyTypes { DependencyTypes(\\Self.titles) }
            @Dependency var titles: any Titles
            init(_ building: Building) throws { _titles = try Dependency(building) }
        }

        final class SavedTitles: Sendable, UsesDependencies {
            static var dependencies: DependencyTypes { DependencyTypes(\\SavedTitles.titles) }
            let titles: any Titles
            init(_ building: Building) throws { titles = try Dependency(building).wrappedValue }
        }

        """

    @Test("a scope can create an object that requests dependencies") func inScope() async throws {
        let compilation = try await Compilation(
            useCase + """
                func declare(in blueprint: inout Blueprint) {
                    blueprint.provide(HomeTitles.init(_:))
                    blueprint.provide(SavedTitles.init(_:))
                }
                """)
        #expect(compilation.errors == [])
    }

    @Test("other code cannot create an object that requests dependencies", arguments: ["HomeTitles", "SavedTitles"])
    func outside(type: String) async throws {
        let bare = try await Compilation(useCase + "func make() throws -> \(type) { try \(type)() }")
        #expect(bare.errors == ["missing argument for parameter #1 in call"])
        let forged = try await Compilation(useCase + "func make() throws -> \(type) { try \(type)(Building()) }")
        #expect(forged.errors.first == "'Building' initializer is inaccessible due to 'internal' protection level")
    }

    @Test("a dependency in a property needs a Building") func withoutBuilding() async throws {
        let compilation = try await Compilation(
            """
            protocol Titles: Sendable {}

            struct HomeTitles: Sendable {
                @Dependency var titles: any Titles
                init() {}
            }
            """)
        #expect(compilation.errors == ["return from initializer without initializing all stored properties"])
    }

    // If Building were `~Escapable`, the compiler could prevent an initializer from storing it. These errors show that
    // Swift 6.3 doesn't allow such a type in a parameter pack, and packs describe the initializers of bindings.
    @Test("a type that cannot escape cannot be an element of a parameter pack") func escapable() async throws {
        let suppressed = try await Compilation("func provide<each D: ~Escapable>(_ make: (repeat each D) -> Int) {}")
        #expect(suppressed.errors.first == "cannot suppress '~Escapable' on type 'each D'")
        let passed = try await Compilation(
            """
            struct Proof: ~Escapable {}
            func provide<each D>(_ make: (repeat each D) -> Int) {}
            func declare(_ make: (borrowing Proof) -> Int) { provide(make) }
            """)
        #expect(passed.errors.contains("global function 'provide' requires that 'Proof' conform to 'Escapable'"))
    }
}
