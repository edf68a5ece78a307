/// Checks a description for violations of the rules of the language.
struct Checker {
    private let description: InterfaceDescription
    private let position: (NodePath) -> TextPosition?
    private var found: [InterfaceDiagnostic] = []

    init(_ description: InterfaceDescription, position: @escaping (NodePath) -> TextPosition?) {
        self.description = description
        self.position = position
    }

    /// Returns all violations, in the order of the text if the positions are known, otherwise in the order of the tree.
    func diagnostics() -> [InterfaceDiagnostic] {
        var checker = self
        checker.checkNames()
        for part in description.parts() { checker.check(part) }
        checker.checkContainment()
        return checker.found.enumerated().sorted { left, right in
            let positions = (left.element.position ?? .start, right.element.position ?? .start)
            return positions.0 == positions.1 ? left.offset < right.offset : positions.0 < positions.1
        }.map(\.element)
    }

    private mutating func checkNames() {
        if !InterfaceName.isInterface(description.name) {
            report(.invalidInterfaceName(description.name), "the interface", at: NodePath())
        }
        var firsts: [String: NodePath] = [:]
        for (index, member) in description.members.enumerated() {
            let path = NodePath([.member(index)])
            let subject = Subject(member).text
            if !InterfaceName.isMember(member.name) { report(.invalidMemberName(member.name), subject, at: path) }
            if let first = firsts[member.name] {
                report(.duplicateMember(member.name, first: position(first)), subject, at: path)
            } else {
                firsts[member.name] = path
            }
        }
    }

    private mutating func check(_ part: Part) {
        switch part.content {
        case .parameters(let entries), .structure(let entries):
            check(entries)
        case .enumeration(let entries):
            if entries.isEmpty { report(.emptyEnumeration, part.subject.text, at: part.path) }
            check(entries)
        case .type(.named(let name)):
            checkReference(to: name, from: part)
        case .type(.nullable(.nullable)):
            report(.nestedNullable, part.subject.text, at: part.path.appending(.element))
        case .type:
            break
        }
    }

    private mutating func check(_ entries: [Part.Entry]) {
        var firsts: [String: NodePath] = [:]
        for entry in entries {
            if !InterfaceName.isField(entry.name) {
                report(.invalidFieldName(entry.name), entry.subject.text, at: entry.path)
            }
            if let first = firsts[entry.name] {
                report(.duplicateField(entry.name, first: position(first)), entry.subject.text, at: entry.path)
            } else {
                firsts[entry.name] = entry.path
            }
        }
    }

    private mutating func checkReference(to name: String, from part: Part) {
        guard description.type(named: name) == nil else { return }
        if let member = description.members.first(where: { $0.name == name }) {
            report(.notAType(Subject(member).text), part.subject.text, at: part.path)
        } else {
            let known = TypeExpression.builtins.keys.sorted() + description.types.map(\.name)
            report(
                .unknownType(name, suggestion: Suggestion.nearest(to: name, among: known)), part.subject.text,
                at: part.path)
        }
    }

    private mutating func checkContainment() {
        for cycle in ContainmentGraph(description).cycles() {
            let subject = "type \(cycle.names[0])"
            report(.infiniteType(cycle: cycle.names), subject, at: NodePath([.member(cycle.member)]))
        }
    }

    private mutating func report(_ kind: InterfaceDiagnostic.Kind, _ subject: String, at path: NodePath) {
        found.append(InterfaceDiagnostic(kind: kind, subject: subject, path: path, position: position(path)))
    }
}

extension ParsedInterface {
    /// Returns all violations of the rules of the language, in the order of the text.
    ///
    /// - Returns: The diagnostics of ``InterfaceDescription/diagnostics()``, with their positions.
    public func diagnostics() -> [InterfaceDiagnostic] {
        Checker(description) { position(of: $0) }.diagnostics()
    }
}

extension InterfaceDescription {
    /// Returns all violations of the rules of the language.
    ///
    /// The rules concern names, duplicates, unknown types, `??`, empty enumerations, and structures of infinite size.
    ///
    /// - Returns: The diagnostics in the order of the tree; empty for a valid description.
    public func diagnostics() -> [InterfaceDiagnostic] {
        Checker(self) { _ in nil }.diagnostics()
    }
}
