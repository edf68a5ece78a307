import Foundation
import Synchronization
import Testing
import Trellis

@testable import TrellisTesting

@Suite("Parts of types", .timeLimit(.minutes(2))) struct TypePartsTests {
    final class Token: Sendable {}
    protocol Store: Sendable {}

    /// The fields, as "name: type".
    private func fields(of type: any Any.Type) -> [String] {
        TypeParts(of: type).fields.map { field in
            "\(field.name): \(field.type.map { "\(TypeName(of: $0))" } ?? "hidden")"
        }
    }

    @propertyWrapper struct Wrapper<Value> {
        let wrappedValue: Value
    }

    struct Structure {
        @Wrapper var wrapped: any Store
        let tuple: (count: Int, Token)
        let array: [Token]
        let optional: Token?
        let dictionary: [String: any Store]
        let closure: @Sendable (Int) async throws -> Token
        let metatype: any Store.Type
        lazy var later: Token = Token()
        let nothing: Void
    }

    @Test("a structure has its stored properties")
    func structure() {
        let prefix = "TypePartsTests."
        #expect(
            fields(of: Structure.self) == [
                "wrapped: \(prefix)Wrapper<\(prefix)Store>", "tuple: (count: Int, \(prefix)Token)",
                "array: Array<\(prefix)Token>", "optional: Optional<\(prefix)Token>",
                "dictionary: Dictionary<String, \(prefix)Store>",
                "closure: @Sendable (Int) async throws -> \(prefix)Token", "metatype: \(prefix)Store.Type",
                "later: Optional<\(prefix)Token>", "nothing: ()",
            ])
    }

    @Test("a tuple has its elements")
    func tuple() {
        #expect(fields(of: (count: Int, String).self) == ["count: Int", "1: String"])
    }

    class Base {
        let base = 1
    }

    final class Derived: Base {
        weak var weakly: Token?
        unowned let unownedly: Token
        let derived = ""

        init(_ token: Token) { unownedly = token }
    }

    actor Worker {
        let token = Token()
    }

    @Test("a class has its own properties, without those of its superclass")
    func classes() {
        #expect(
            fields(of: Derived.self) == [
                "weakly: Optional<TypePartsTests.Token>", "unownedly: TypePartsTests.Token", "derived: String",
            ])
        #expect(TypeParts(of: Derived.self).superclass == Base.self)
        #expect(TypeParts(of: Base.self).superclass == nil)
        #expect(fields(of: Worker.self) == ["token: TypePartsTests.Token"])
    }

    enum Enumeration<Value> {
        case empty
        case token(Token)
        indirect case pair(Enumeration, label: any Store)
        case value([Value])
    }

    struct Locked: ~Copyable {}

    private enum Hidden {
        case one(Part)

        struct Part {}
    }

    @Test("an enumeration has the payloads of its cases")
    func enumeration() {
        let prefix = "TypePartsTests."
        #expect(
            fields(of: Enumeration<Int>.self) == [
                "token: \(prefix)Token", "pair: (\(prefix)Enumeration<Int>, label: \(prefix)Store)",
                "value: Array<Int>",
            ])
        #expect(fields(of: Hidden.self) == ["one: \(prefix)Hidden.Part"])
        #expect(fields(of: Int?.self) == ["some: Int"])
        #expect(fields(of: Result<Int, any Error>.self) == ["success: Int", "failure: any Error"])
        enum Local { case one(Derived) }
        #expect(fields(of: Local.self) == ["one: \(prefix)Derived"])
    }

    final class Locks<Value: Sendable>: Sendable {
        let mutex = Mutex<Value?>(nil)
        let flag = Atomic(false)
        let own = Locked()
    }

    @Test("the type of a noncopyable property is hidden")
    func noncopyable() {
        #expect(fields(of: Locks<Int>.self) == ["mutex: hidden", "flag: hidden", "own: hidden"])
    }

    /// The arguments, as their names.
    private func arguments(of type: any Any.Type) -> [String] {
        TypeParts(of: type).arguments.map { "\(TypeName(of: $0))" }
    }

    struct Packed<each Value> {}

    @Test("a generic type has its arguments")
    func arguments() {
        #expect(arguments(of: Int.self) == [])
        #expect(arguments(of: [Int].self) == ["Int"])
        #expect(arguments(of: [String: Token].self) == ["String", "TypePartsTests.Token"])
        #expect(arguments(of: Set<Int>.self) == ["Int"])
        #expect(arguments(of: ContiguousArray<Int>.self) == ["Int"])
        #expect(arguments(of: ArraySlice<Int>.self) == ["Int"])
        #expect(arguments(of: Int?.self) == ["Int"])
        #expect(arguments(of: Result<Int, any Error>.self) == ["Int", "any Error"])
        #expect(arguments(of: Task<Token, any Error>.self) == ["TypePartsTests.Token", "any Error"])
        #expect(arguments(of: AsyncStream<Token>.self) == ["TypePartsTests.Token"])
        #expect(arguments(of: AsyncStream<Token>.Continuation.self) == ["TypePartsTests.Token"])
        #expect(arguments(of: AsyncThrowingStream<Token, any Error>.self) == ["TypePartsTests.Token", "any Error"])
        #expect(arguments(of: CheckedContinuation<Token, Never>.self) == ["TypePartsTests.Token", "Never"])
        #expect(arguments(of: UnsafeMutablePointer<Token>.self) == ["TypePartsTests.Token"])
        #expect(arguments(of: Unmanaged<Token>.self) == ["TypePartsTests.Token"])
        #expect(arguments(of: InlineArray<3, Token>.self) == ["TypePartsTests.Token"])
        #expect(arguments(of: Tagged<Token, any Store>.self) == ["TypePartsTests.Token", "any TypePartsTests.Store"])
        #expect(arguments(of: Packed<Int, String>.self) == [])
    }

    @Test("kinds")
    func kinds() {
        #expect(TypeParts(of: Token.self).kind == .object)
        #expect(TypeParts(of: Worker.self).kind == .object)
        #expect(TypeParts(of: Structure.self).kind == .structure)
        #expect(TypeParts(of: Int?.self).kind == .enumeration)
        #expect(TypeParts(of: (Int, Int).self).kind == .tuple)
        #expect(TypeParts(of: (() -> Void).self).kind == .closure)
        for type in [(any Store).self, Any.self, AnyObject.self, (any Sequence<Int>).self, (any Store & Actor).self]
            as [any Any.Type]
        {
            #expect(TypeParts(of: type).kind == .existential)
        }
        for type in [Token.Type.self, (any Store.Type).self] as [any Any.Type] {
            #expect(TypeParts(of: type).kind == .end)
        }
    }

    @Test("a name has no modules and no addresses")
    func names() {
        struct Local {}
        #expect("\(TypeName(of: Local.self))" == "TypePartsTests.Local")
        #expect("\(TypeName(of: [URL: Local].self))" == "Dictionary<URL, TypePartsTests.Local>")
        #expect("\(TypeName(of: URL.Cache.self))" == "URL.Cache")
        #expect("\(TypeName(of: [Int].Index.self))" == "Int")
        #expect("\(TypeName(of: Set<Int>.Index.self))" == "Set<Int>.Index")
        #expect("\(TypeName(of: (any Sequence<Int>).self))" == "any Sequence<Int>")
        #expect(
            "\(TypeName(of: (@Sendable (Int) async throws -> [URL]).self))"
                == "@Sendable (Int) async throws -> Array<URL>")
    }

    @Test("a type has the module that declares it")
    func modules() {
        #expect(TypeName(of: Token.self).modules == ["TrellisTestingTests"])
        #expect(TypeName(of: [Token].self).modules == ["Swift"])
        #expect(TypeName(of: URL.Cache.self).modules == ["TrellisTestingTests"])
        #expect(TypeName(of: (any Store & Error).self).modules.sorted() == ["Swift", "TrellisTestingTests"])
        #expect(TypeOrigin(of: URL.self) == .system)
        #expect(TypeOrigin(of: (any Error).self) == .system)
        #expect(TypeOrigin(of: Scope.self) == .library)
        #expect(TypeOrigin(of: AnyObject.self) == .program)
        #expect(TypeOrigin(of: Any.self) == .program)
        #expect(TypeOrigin(of: (any Store & Error).self) == .program)
    }
}

extension URL {
    final class Cache {}
}
