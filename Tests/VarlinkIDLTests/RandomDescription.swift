import VarlinkIDL

/// A deterministic random number generator (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

/// Creates random valid descriptions.
struct RandomDescription {
    private var generator: SeededGenerator
    private var typeNames: [String] = []
    private var used: Set<String> = []

    static func make(seed: UInt64) -> InterfaceDescription {
        var maker = RandomDescription(generator: SeededGenerator(seed: seed))
        return maker.interface()
    }

    private init(generator: SeededGenerator) {
        self.generator = generator
    }

    private mutating func interface() -> InterfaceDescription {
        typeNames = (0..<number(0...4)).map { _ in memberName() }
        var members: [InterfaceDescription.Member] = []
        for (index, name) in typeNames.enumerated() {
            // Outside of '?', '[]' and '[string]', a type refers only to later types, so that it does not contain itself.
            let definition = self.definition(depth: 0, later: Array(typeNames[(index + 1)...]))
            members.append(.type(.init(name: name, documentation: documentation(), definition: definition)))
        }
        for _ in 0..<number(0...4) {
            members.append(
                .method(
                    .init(
                        name: memberName(), documentation: documentation(),
                        streaming: Streaming.allCases.randomElement(using: &generator)!,
                        upgrading: Upgrading.allCases.randomElement(using: &generator)!,
                        parameters: fields(depth: 0, later: typeNames), reply: fields(depth: 0, later: typeNames))))
        }
        for _ in 0..<number(0...3) {
            let parameters = fields(depth: 0, later: typeNames)
            members.append(
                .error(.init(name: memberName(), documentation: documentation(), parameters: parameters)))
        }
        let name = ["io.trellis.Items", "a.b", "x-1.0.c--d", "org.example.more2"].randomElement(using: &generator)!
        return InterfaceDescription(
            name: name, documentation: documentation(), members: members.shuffled(using: &generator))
    }

    private mutating func definition(depth: Int, later: [String]) -> InterfaceDescription.Definition {
        if number(0...2) > 0 { return .structure(fields(depth: depth, later: later)) }
        let names = fieldNames(number(1...5))
        return .enumeration(names.map { .init(name: $0, documentation: documentation()) })
    }

    private mutating func fields(depth: Int, later: [String]) -> [InterfaceDescription.Field] {
        fieldNames(number(0...4)).map { name in
            .init(name: name, type: type(depth: depth + 1, later: later), documentation: documentation())
        }
    }

    private mutating func type(depth: Int, later: [String]) -> TypeExpression {
        let simple: [TypeExpression] = [.bool, .int, .float, .string, .object, .any]
        switch number(0...(depth < 5 ? 11 : 5)) {
        case 6: return .array(type(depth: depth + 1, later: typeNames))
        case 7: return .map(type(depth: depth + 1, later: typeNames))
        case 8:
            let element = type(depth: depth + 1, later: typeNames)
            if case .nullable = element { return element }
            return .nullable(element)
        case 9, 10: return .inline(definition(depth: depth + 1, later: later))
        case 11: return later.randomElement(using: &generator).map { .named($0) } ?? .string
        case let index: return simple[index]
        }
    }

    private mutating func documentation() -> InterfaceDescription.Documentation {
        guard number(0...3) == 0 else { return .init() }
        let lines = [
            "", "Words.", "  indented", "# twice", "Ünïcödé → \u{1F331}", "tab\tinside", "'''\"\"\"#\\(x)", "   ",
            "\u{CD6}combining", "\u{CD6}[Requires 'more' flag]",
        ]
        return .init(lines: (0..<number(1...3)).map { _ in lines.randomElement(using: &generator)! })
    }

    private mutating func memberName() -> String {
        let starts = ["A", "Item", "X5", "GetInfo", "URL", "VeryLongNameThatMakesLinesBreakEarlierThanOthers"]
        return unused(starts.randomElement(using: &generator)!)
    }

    private mutating func fieldNames(_ count: Int) -> [String] {
        let starts = [
            "a", "title", "type", "int", "interface", "B", "tylium_level", "x1_2_z", "aRatherLongNameOfAField",
        ]
        return starts.shuffled(using: &generator).prefix(count).map { $0 }
    }

    private mutating func unused(_ start: String) -> String {
        var name = start
        while !used.insert(name).inserted { name += "\(number(0...9))" }
        return name
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int {
        Int.random(in: range, using: &generator)
    }
}
