/// A generated property, parameter or associated value.
struct SwiftProperty: Equatable {
    /// The name in JSON.
    var wireName: String
    /// The name in Swift, with backticks if required.
    var name: String
    /// The type of a value that is present.
    var type: SwiftType
    /// Whether the value may be absent.
    var isOptional: Bool
    /// Whether the property is stored in an array of at most one element, because its value may contain the structure again.
    var isBoxed = false
    /// The lines of the comment in the interface.
    var documentation: [String]
    /// The declaration of the field in the interface, on one line.
    var declaration: String

    /// The name as an argument label, where most keywords need no backticks.
    var label: String { SwiftName.label(name) }

    /// The type of the property.
    var fullType: SwiftType { isOptional ? .optional(type) : type }
}

/// A generated structure.
struct SwiftStructure: Equatable {
    /// The names of the enclosing declarations, from the outermost one, and of the type.
    var path: [String]
    /// The lines of the comment.
    var documentation: [String]
    var properties: [SwiftProperty]
    /// The types of the fields that are anonymous in the interface.
    var nested: [SwiftDeclaration]

    var name: String { SwiftName.escaped(path[path.count - 1]) }
}

/// A generated enumeration.
struct SwiftEnumeration: Equatable {
    struct Case: Equatable {
        var wireName: String
        var name: String
        var documentation: [String]
    }

    /// The names of the enclosing declarations, from the outermost one, and of the type.
    var path: [String]
    /// The lines of the comment.
    var documentation: [String]
    var cases: [Case]

    var name: String { SwiftName.escaped(path[path.count - 1]) }
}

/// A generated type.
enum SwiftDeclaration: Equatable {
    case structure(SwiftStructure)
    case enumeration(SwiftEnumeration)

    var path: [String] {
        switch self {
        case .structure(let structure): structure.path
        case .enumeration(let enumeration): enumeration.path
        }
    }

    /// The paths of the type and of all nested types.
    var allPaths: [[String]] {
        guard case .structure(let structure) = self else { return [path] }
        return [path] + structure.nested.flatMap(\.allPaths)
    }
}
