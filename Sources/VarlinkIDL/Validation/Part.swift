/// A part of a description that rules apply to: a list of names, or a type.
package struct Part {
    /// A field, a parameter or a value in its list.
    package struct Entry {
        package let name: String
        package let documentation: InterfaceDescription.Documentation
        package let subject: Subject
        package let path: NodePath
    }

    package enum Content {
        /// The parameters of a method or an error, or the fields of a reply.
        case parameters([Entry])
        /// The fields of a structure, declared or inline.
        case structure([Entry])
        /// The values of an enumeration, declared or inline.
        case enumeration([Entry])
        /// The type of a field, or a type inside it.
        case type(TypeExpression)
    }

    package let content: Content
    package let subject: Subject
    package let path: NodePath
}

extension InterfaceDescription {
    /// Returns every list of names and every type of the description, each before the parts that it contains.
    package func parts() -> [Part] {
        var walk = PartWalk()
        for (index, member) in members.enumerated() {
            walk.visit(member, at: NodePath([.member(index)]))
        }
        return walk.parts
    }
}

/// Collects the parts of a description.
private struct PartWalk {
    private(set) var parts: [Part] = []

    mutating func visit(_ member: InterfaceDescription.Member, at path: NodePath) {
        let subject = Subject(member)
        switch member {
        case .type(let declaration):
            visit(declaration.definition, subject, at: path)
        case .method(let method):
            visitParameters(method.parameters, subject, kind: "parameter", at: path) { .parameter($0) }
            visitParameters(method.reply, subject, kind: "reply field", at: path) { .reply($0) }
        case .error(let declaration):
            visitParameters(declaration.parameters, subject, kind: "parameter", at: path) { .parameter($0) }
        }
    }

    private mutating func visitParameters(
        _ fields: [InterfaceDescription.Field], _ subject: Subject, kind: String, at path: NodePath,
        step: (Int) -> NodePath.Step
    ) {
        let entries = Self.entries(fields, subject, kind: kind, at: path, step: step)
        parts.append(Part(content: .parameters(entries), subject: subject, path: path))
        visitTypes(of: fields, entries)
    }

    private mutating func visit(
        _ definition: InterfaceDescription.Definition, _ subject: Subject, at path: NodePath
    ) {
        switch definition {
        case .structure(let fields):
            let entries = Self.entries(fields, subject, kind: "field", at: path) { .field($0) }
            parts.append(Part(content: .structure(entries), subject: subject, path: path))
            visitTypes(of: fields, entries)
        case .enumeration(let values):
            let entries = Self.entries(values, subject, kind: "value", at: path) { .value($0) }
            parts.append(Part(content: .enumeration(entries), subject: subject, path: path))
        }
    }

    private mutating func visitTypes(of fields: [InterfaceDescription.Field], _ entries: [Part.Entry]) {
        for (field, entry) in zip(fields, entries) {
            visit(field.type, entry.subject, at: entry.path.appending(.type))
        }
    }

    private mutating func visit(_ type: TypeExpression, _ subject: Subject, at path: NodePath) {
        parts.append(Part(content: .type(type), subject: subject, path: path))
        switch type {
        case .bool, .int, .float, .string, .object, .any, .named: break
        case .inline(let definition): visit(definition, subject, at: path)
        case .array(let element), .map(let element), .nullable(let element):
            visit(element, subject, at: path.appending(.element))
        }
    }

    private static func entries(
        _ list: [some ListEntry], _ subject: Subject, kind: String, at path: NodePath, step: (Int) -> NodePath.Step
    ) -> [Part.Entry] {
        list.enumerated().map { index, entry in
            Part.Entry(
                name: entry.name, documentation: entry.documentation, subject: subject.appending(kind, entry.name),
                path: path.appending(step(index)))
        }
    }
}
