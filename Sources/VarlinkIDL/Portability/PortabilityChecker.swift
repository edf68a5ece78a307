extension ParsedInterface {
    /// Returns all constructs outside of the portable subset, in the order of the text.
    ///
    /// - Returns: The warnings of `InterfaceDescription.portabilityWarnings()` with their positions, and
    ///   those about the layout of the text.
    package func portabilityWarnings() -> [PortabilityWarning] {
        let found = PortabilityChecker(description) { position(of: $0) }.warnings()
        let all =
            found
            + layout.map {
                PortabilityWarning(kind: .layout($0.kind), subject: "the text", position: $0.position)
            }
        let start = TextPosition(line: 1, column: 1)
        return all.sorted { ($0.position ?? start) < ($1.position ?? start) }
    }
}

extension InterfaceDescription {
    /// Returns all constructs of the description that are outside of the portable subset.
    ///
    /// A description has no layout. The text of `formatted(width:)` has a portable layout.
    ///
    /// - Returns: The warnings in the order of the tree.
    package func portabilityWarnings() -> [PortabilityWarning] {
        PortabilityChecker(self) { _ in nil }.warnings()
    }
}

/// Checks a description for constructs that some parser in use rejects.
struct PortabilityChecker {
    private let description: InterfaceDescription
    private let position: (NodePath) -> TextPosition?
    private var found: [PortabilityWarning] = []

    init(_ description: InterfaceDescription, position: @escaping (NodePath) -> TextPosition?) {
        self.description = description
        self.position = position
    }

    /// Returns all warnings, in the order of the tree.
    func warnings() -> [PortabilityWarning] {
        var checker = self
        checker.checkInterface()
        for part in description.parts() { checker.check(part) }
        return checker.found
    }

    private mutating func checkInterface() {
        let name = description.name
        if name.contains("-") { report(.hyphenInInterfaceName(name), "the interface", at: NodePath()) }
        if name.unicodeScalars.contains(where: { ("A"..."Z").contains($0) }) {
            report(.uppercaseInterfaceName(name), "the interface", at: NodePath())
        }
        if name.utf8.count > 255 {
            report(.longInterfaceName(length: name.utf8.count), "the interface", at: NodePath())
        }
        if description.methods.isEmpty { report(.noMethods, "the interface", at: NodePath()) }
        check(description.documentation, "the interface", at: NodePath())
        for (index, member) in description.members.enumerated() {
            // Notes follow the comment, so the last line of the comment is not the line above the method.
            if case .method(let method) = member, method.hasNotes { continue }
            check(member.documentation, Subject(member).text, at: NodePath([.member(index)]))
        }
    }

    private mutating func check(
        _ documentation: InterfaceDescription.Documentation, _ subject: String, at path: NodePath
    ) {
        if documentation.lines.last == "" { report(.emptyLastComment, subject, at: path) }
    }

    private mutating func check(_ part: Part) {
        switch part.content {
        case .parameters(let entries):
            checkFields(entries)
        case .structure(let entries):
            if entries.isEmpty { report(.emptyStructure, part.subject.text, at: part.path) }
            checkFields(entries)
        case .enumeration(let entries):
            if entries.count == 1 { report(.singleValue, part.subject.text, at: part.path) }
            checkEntries(entries)
        case .type(.any):
            report(.anyType, part.subject.text, at: part.path)
        case .type(.array(let element)), .type(.map(let element)):
            switch element {
            case .array, .map, .nullable:
                report(.nestedContainer, part.subject.text, at: part.path.appending(.element))
            default: break
            }
        case .type:
            break
        }
    }

    private mutating func checkFields(_ entries: [Part.Entry]) {
        checkEntries(entries)
        for entry in entries where entry.name.contains("_") {
            report(.underscoreInField(entry.name), entry.subject.text, at: entry.path)
        }
    }

    private mutating func checkEntries(_ entries: [Part.Entry]) {
        for entry in entries {
            check(entry.documentation, entry.subject.text, at: entry.path)
            guard let first = entry.name.unicodeScalars.first, ("A"..."Z").contains(first) else { continue }
            report(.uppercaseName(entry.name), entry.subject.text, at: entry.path)
        }
    }

    private mutating func report(_ kind: PortabilityWarning.Kind, _ subject: String, at path: NodePath) {
        found.append(PortabilityWarning(kind: kind, subject: subject, position: position(path)))
    }
}

extension InterfaceDescription.Method {
    /// Whether there are notes between the method and its comment.
    fileprivate var hasNotes: Bool { streaming.note != nil || upgrading.note != nil }
}
