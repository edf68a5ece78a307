/// Finds what a description says that some parser in use refuses.
struct PortabilityChecker {
    private let description: InterfaceDescription
    private let positions: [NodePath: TextPosition]
    private var found: [PortabilityWarning] = []

    init(_ description: InterfaceDescription, positions: [NodePath: TextPosition]) {
        self.description = description
        self.positions = positions
    }

    /// All warnings, in the order of the tree.
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
            if case .method(let method) = member, method.hasNotes { continue }  // these stand behind the comment
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
        found.append(PortabilityWarning(kind: kind, subject: subject, position: positions[path]))
    }
}

extension InterfaceDescription.Method {
    /// Whether notes stand between the method and its comment.
    fileprivate var hasNotes: Bool { streaming.note != nil || upgrading.note != nil }
}
