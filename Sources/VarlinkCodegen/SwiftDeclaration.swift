/// A field of a structure or a parameter, as Swift has it.
struct SwiftProperty: Equatable {
    /// The name in JSON.
    var wireName: String
    /// The name in Swift, with backticks where it needs them.
    var name: String
    /// The type of a value that is there.
    var type: SwiftType
    /// Whether the value may be absent.
    var isOptional: Bool
    /// Whether the property is kept in an array of none or one element, since its value may hold the structure again.
    var isBoxed = false
    /// The lines of its comment; none where the interface has none.
    var documentation: [String]
    /// The field as the interface declares it, on one line.
    var declaration: String

    /// The name as a label in a list of arguments, where Swift wants no backticks around most keywords.
    var label: String { SwiftName.label(name) }

    /// The type of the property.
    var fullType: SwiftType { isOptional ? .optional(type) : type }
}

/// A structure that is generated.
struct SwiftStructure: Equatable {
    /// The names from the outermost declaration of the file inwards.
    var path: [String]
    /// The lines of its comment.
    var documentation: [String]
    var properties: [SwiftProperty]
    /// The types of its fields that have no name in the interface.
    var nested: [SwiftDeclaration]

    var name: String { SwiftName.escaped(path[path.count - 1]) }
}

/// An enumeration that is generated.
struct SwiftEnumeration: Equatable {
    struct Case: Equatable {
        var wireName: String
        var name: String
        var documentation: [String]
    }

    /// The names from the outermost declaration of the file inwards.
    var path: [String]
    /// The lines of its comment.
    var documentation: [String]
    var cases: [Case]

    var name: String { SwiftName.escaped(path[path.count - 1]) }
}

/// A type that is generated.
enum SwiftDeclaration: Equatable {
    case structure(SwiftStructure)
    case enumeration(SwiftEnumeration)

    var path: [String] {
        switch self {
        case .structure(let structure): structure.path
        case .enumeration(let enumeration): enumeration.path
        }
    }

    /// The paths of the type and of all types in it.
    var allPaths: [[String]] {
        guard case .structure(let structure) = self else { return [path] }
        return [path] + structure.nested.flatMap(\.allPaths)
    }
}
