import VarlinkIDL

extension InterfaceDescription {
    /// Returns the changes since a released interface that break its clients.
    ///
    /// Compatible changes are:
    ///
    /// - Adding methods, types and errors.
    /// - Adding nullable parameters, or making parameters nullable.
    /// - Adding values to the enumeration of a parameter, or removing values from the enumeration of a reply.
    /// - Adding fields to replies and errors, or making a field of a reply not nullable.
    /// - Supporting `more`, or no longer requiring it.
    /// - Changing comments or the order of declarations.
    ///
    /// - Parameter released: The released interface. Both interfaces must be valid.
    /// - Returns: The changes, in the order of the released interface.
    func breakingChanges(since released: InterfaceDescription) -> [BreakingChange] {
        var comparison = Comparison(old: released, new: self)
        return comparison.changes()
    }
}

/// A comparison of an interface with a released one, by the direction of values: parameters go to the service, replies and
/// errors to the client.
struct Comparison {
    /// The direction of a value.
    enum Direction: Hashable {
        /// From a client of the released interface to the service.
        case toService
        /// From the service to a client of the released interface.
        case toClient
    }

    /// A pair of type names, to end the comparison of recursive types.
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
        if old.name != new.name { note("interface \(old.name)", "renamed to \(new.name)") }
        for member in old.members {
            switch member {
            case .type(let type):
                if new.type(named: type.name) == nil { note("type \(type.name)", "removed") }
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
        guard let now = new.method(named: method.name) else { return note(subject, "removed") }
        switch (method.streaming, now.streaming) {
        case (.never, .required), (.supported, .required):
            note(subject, "requires the flag 'more', which it did not require")
        case (.supported, .never), (.required, .never): note(subject, "no longer supports the flag 'more'")
        case (.never, _), (.supported, .supported), (.required, _): break
        }
        if method.upgrading != now.upgrading && method.upgrading != .never || now.upgrading == .required {
            if method.upgrading != now.upgrading { note(subject, "changed its support of the flag 'upgrade'") }
        }
        compare(method.parameters, now.parameters, .toService, subject, "parameter")
        compare(method.reply, now.reply, .toClient, subject, "reply field")
    }

    private mutating func compare(_ error: InterfaceDescription.ErrorDeclaration) {
        let subject = "error \(error.name)"
        guard let now = new.error(named: error.name) else { return note(subject, "removed") }
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
                note(subject, "removed; the service rejects calls that contain it")
            } else {
                note(subject, "removed")
            }
        }
        if direction == .toClient { return }
        for field in new where !old.contains(where: { $0.name == field.name }) {
            if case .nullable = field.type { continue }
            note("\(subject), \(word) \(field.name)", "new required parameter; make it nullable")
        }
    }

    // MARK: - Types

    private mutating func compare(
        _ old: TypeExpression, _ new: TypeExpression, _ direction: Direction, _ subject: String
    ) {
        switch (old, new) {
        case (.nullable(let old), .nullable(let new)): compare(old, new, direction, subject)
        case (.nullable(let old), _):
            if direction == .toService { note(subject, "no longer nullable") }
            compare(old, new, direction, subject)
        case (_, .nullable(let new)):
            if direction == .toClient { note(subject, "became nullable") }
            compare(old, new, direction, subject)
        case (.array(let old), .array(let new)): compare(old, new, direction, subject + "[]")
        case (.map(let old), .map(let new)): compare(old, new, direction, subject + "[string]")
        default:
            if let definitions = definitions(old, new) {
                if begins(old, new, direction) { compare(definitions.old, definitions.new, direction, subject) }
            } else if old != new {
                note(subject, "type changed from \(old.word) to \(new.word)")
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
            let removed = direction == .toService ? old.filter { !new.contains($0) } : []
            let added = direction == .toClient ? new.filter { !old.contains($0) } : []
            for name in removed { note(subject, "value \(name) removed") }
            for name in added { note(subject, "new value \(name), which clients do not accept") }
        case (.structure, .enumeration), (.enumeration, .structure):
            note(subject, "changed between a structure and an enumeration")
        }
    }

    /// Returns the definitions of two types, if both are structures or enumerations.
    private func definitions(
        _ old: TypeExpression, _ new: TypeExpression
    ) -> (old: InterfaceDescription.Definition, new: InterfaceDescription.Definition)? {
        guard let first = self.old.definition(of: old), let second = self.new.definition(of: new) else { return nil }
        return (first, second)
    }

    /// Records the comparison of two types.
    ///
    /// Returns false if they are already being compared, as in a recursive type.
    private mutating func begins(_ old: TypeExpression, _ new: TypeExpression, _ direction: Direction) -> Bool {
        guard case .named(let old) = old, case .named(let new) = new else { return true }
        return compared.insert(Pair(old: old, new: new, direction: direction)).inserted
    }
}

extension InterfaceDescription {
    /// Returns the definition of a structure or an enumeration; nil for any other type.
    fileprivate func definition(of type: TypeExpression) -> Definition? {
        switch type {
        case .named(let name): self.type(named: name)?.definition
        case .inline(let definition): definition
        default: nil
        }
    }
}

extension TypeExpression {
    /// The type in a message.
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
