/// Writes types so that Swift finds them from where they are written.
///
/// A type that is declared further in hides one of the same name further out, the standard library's included: an
/// interface may well declare a type `String`, or have a field `item` with a type of its own in a type `Item`.
struct NameResolver {
    private let declared: Set<[String]>

    /// Makes a resolver.
    ///
    /// - Parameter paths: Every type of the file, by the names from the outermost declaration inwards.
    init(declaring paths: [[String]]) {
        declared = Set(paths)
    }

    /// Writes a type.
    ///
    /// - Parameters:
    ///   - type: The type.
    ///   - scope: The declarations that it is written in, from the outermost inwards; none at the top of the file.
    /// - Returns: The type as it can be written there.
    func text(of type: SwiftType, in scope: [String]) -> String {
        switch type {
        case .standard(let name): standard(name, in: scope)
        case .jsonObject: "JSONObject"
        case .jsonValue: "JSONValue"
        case .declared(let path): shortest(path, in: scope)
        case .array(let element): "[\(text(of: element, in: scope))]"
        case .dictionary(let element): "[\(standard("String", in: scope)): \(text(of: element, in: scope))]"
        case .optional(let wrapped): "\(text(of: wrapped, in: scope))?"
        }
    }

    /// Writes the name of something that the standard library declares.
    func standard(_ name: String, in scope: [String]) -> String {
        resolve(name, in: scope) == nil ? name : "Swift.\(name)"
    }

    /// The fewest names at the end of a path that lead to it.
    private func shortest(_ path: [String], in scope: [String]) -> String {
        let start = path.indices.reversed().first { index in
            resolve(path[index], in: scope) == Array(path[...index])
        }
        return path[(start ?? 0)...].map(SwiftName.escaped).joined(separator: ".")
    }

    /// What a name means in a scope: the innermost declaration of that name.
    private func resolve(_ name: String, in scope: [String]) -> [String]? {
        for count in stride(from: scope.count, through: 0, by: -1) {
            let candidate = scope[..<count] + [name]
            if declared.contains(Array(candidate)) { return Array(candidate) }
        }
        return nil
    }
}
