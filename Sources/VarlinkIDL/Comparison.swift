/// Compares an interface with the released one, along what travels: parameters to the service, replies and errors to
/// the client.
struct Comparison {
    /// Who reads a value.
    enum Direction: Hashable {
        /// A client of the released interface writes, the service reads.
        case toService
        /// The service writes, a client of the released interface reads.
        case toClient
    }

    /// Two types by their names, which may hold themselves.
    private struct Pair: Hashable {
        let old: String
        let new: String
        let direction: Direction
    }

    private let old: InterfaceDescription
    private let new: InterfaceDescription
    private var found: [BreakingChange] = []
    private var compared: Set<Pair> = []

    init(old: InterfaceDescription, new: InterfaceDescription) {
        self.old = old
        self.new = new
    }

    mutating func changes() -> [BreakingChange] {
        if old.name != new.name { note("interface \(old.name)", "it is called \(new.name) now") }
        for member in old.members {
            switch member {
            case .type(let type):
                if new.type(named: type.name) == nil { note("type \(type.name)", "it is gone") }
            case .method(let method): compare(method)
            case .error(let error): compare(error)
            }
        }
        return found
    }

    private mutating func note(_ subject: String, _ message: String) {
        found.append(BreakingChange(subject: subject, message: message))
    }

    // MARK: - Members

    private mutating func compare(_ method: InterfaceDescription.Method) {
        let subject = "method \(method.name)"
        guard let now = new.method(named: method.name) else { return note(subject, "it is gone") }
        switch (method.streaming, now.streaming) {
        case (.never, .required), (.supported, .required): note(subject, "it requires the flag 'more', and did not")
        case (.supported, .never), (.required, .never): note(subject, "it replies once, and streamed with 'more'")
        case (.never, _), (.supported, .supported), (.required, _): break
        }
        if method.upgrading != now.upgrading && method.upgrading != .never || now.upgrading == .required {
            if method.upgrading != now.upgrading { note(subject, "what it does with the flag 'upgrade' has changed") }
        }
        compare(method.parameters, now.parameters, .toService, subject, "parameter")
        compare(method.reply, now.reply, .toClient, subject, "reply's field")
    }

    private mutating func compare(_ error: InterfaceDescription.ErrorDeclaration) {
        let subject = "error \(error.name)"
        guard let now = new.error(named: error.name) else { return note(subject, "it is gone") }
        compare(error.parameters, now.parameters, .toClient, subject, "parameter")
    }

    // MARK: - Fields

    private mutating func compare(
        _ old: [InterfaceDescription.Field], _ new: [InterfaceDescription.Field], _ direction: Direction,
        _ subject: String, _ word: String
    ) {
        for field in old {
            let subject = "\(subject), \(word) \(field.name)"
            if let now = new.first(where: { $0.name == field.name }) {
                compare(field.type, now.type, direction, subject)
            } else if direction == .toService {
                note(subject, "it is gone, and a call that has it is refused")
            } else {
                note(subject, "it is gone")
            }
        }
        if direction == .toClient { return }
        for field in new where !old.contains(where: { $0.name == field.name }) {
            if case .nullable = field.type { continue }
            note("\(subject), \(word) \(field.name)", "it is new and must be given; make it nullable")
        }
    }

    // MARK: - Types

    private mutating func compare(
        _ old: TypeExpression, _ new: TypeExpression, _ direction: Direction, _ subject: String
    ) {
        switch (old, new) {
        case (.nullable(let old), .nullable(let new)): compare(old, new, direction, subject)
        case (.nullable(let old), _):
            if direction == .toService { note(subject, "it can no longer be left out") }
            compare(old, new, direction, subject)
        case (_, .nullable(let new)):
            if direction == .toClient { note(subject, "it may be missing, and never was") }
            compare(old, new, direction, subject)
        case (.array(let old), .array(let new)): compare(old, new, direction, subject + "[]")
        case (.map(let old), .map(let new)): compare(old, new, direction, subject + "[string]")
        default:
            if let definitions = definitions(old, new) {
                if begins(old, new, direction) { compare(definitions.old, definitions.new, direction, subject) }
            } else if old != new {
                note(subject, "its type was \(old.word) and is \(new.word)")
            }
        }
    }

    private mutating func compare(
        _ old: InterfaceDescription.Definition, _ new: InterfaceDescription.Definition, _ direction: Direction,
        _ subject: String
    ) {
        switch (old, new) {
        case (.structure(let old), .structure(let new)): compare(old, new, direction, subject, "field")
        case (.enumeration(let old), .enumeration(let new)):
            let (old, new) = (old.map(\.name), new.map(\.name))
            let lost = direction == .toService ? old.filter { !new.contains($0) } : []
            let won = direction == .toClient ? new.filter { !old.contains($0) } : []
            for name in lost { note(subject, "the value \(name) is no longer taken") }
            for name in won { note(subject, "the value \(name) is new, and clients do not know it") }
        case (.structure, .enumeration), (.enumeration, .structure):
            note(subject, "structures and enumerations can't take each other's place")
        }
    }

    /// What two types stand for, when both stand for structures or enumerations.
    private func definitions(
        _ old: TypeExpression, _ new: TypeExpression
    ) -> (old: InterfaceDescription.Definition, new: InterfaceDescription.Definition)? {
        guard let first = self.old.definition(of: old), let second = self.new.definition(of: new) else { return nil }
        return (first, second)
    }

    /// Whether two types are not being compared already, which is the end of types that hold themselves.
    private mutating func begins(_ old: TypeExpression, _ new: TypeExpression, _ direction: Direction) -> Bool {
        guard case .named(let old) = old, case .named(let new) = new else { return true }
        return compared.insert(Pair(old: old, new: new, direction: direction)).inserted
    }
}

extension InterfaceDescription {
    /// What a type stands for; nil when it is no structure and no enumeration.
    fileprivate func definition(of type: TypeExpression) -> Definition? {
        switch type {
        case .named(let name): self.type(named: name)?.definition
        case .inline(let definition): definition
        default: nil
        }
    }
}

extension TypeExpression {
    /// The type in a sentence.
    fileprivate var word: String {
        switch self {
        case .bool: "bool"
        case .int: "int"
        case .float: "float"
        case .string: "string"
        case .object: "object"
        case .any: "any"
        case .named(let name): name
        case .inline(.structure): "a structure"
        case .inline(.enumeration): "an enumeration"
        case .array(let element): "[]" + element.word
        case .map(let element): "[string]" + element.word
        case .nullable(let wrapped): "?" + wrapped.word
        }
    }
}
