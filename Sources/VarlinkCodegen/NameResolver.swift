/// Formats references to types so that they resolve correctly in their scope.
///
/// A nested type hides types of the same name in outer scopes, including those of the standard library. For example, an
/// interface may declare a type `String`, or a type `Item` with a field `item` of an anonymous type.
struct NameResolver {
    private let declared: Set<[String]>

    /// Creates a resolver.
    ///
    /// - Parameter paths: The paths of all types of the file.
    init(declaring paths: [[String]]) {
        declared = Set(paths)
    }

    /// Returns the reference to a type.
    ///
    /// - Parameters:
    ///   - type: The type to refer to.
    ///   - scope: The enclosing declarations of the reference, from the outermost one; empty at file scope.
    /// - Returns: Swift source that resolves to the type in the scope.
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

    /// Returns the reference to a declaration of the standard library.
    func standard(_ name: String, in scope: [String]) -> String {
        resolve(name, in: scope) == nil ? name : "Swift.\(name)"
    }

    /// Returns the shortest reference that resolves to a path.
    private func shortest(_ path: [String], in scope: [String]) -> String {
        let start = path.indices.reversed().first { index in
            resolve(path[index], in: scope) == Array(path[...index])
        }
        return path[(start ?? 0)...].map(SwiftName.escaped).joined(separator: ".")
    }

    /// Returns the innermost declaration of a name that is visible in a scope.
    private func resolve(_ name: String, in scope: [String]) -> [String]? {
        for count in stride(from: scope.count, through: 0, by: -1) {
            let candidate = scope[..<count] + [name]
            if declared.contains(Array(candidate)) { return Array(candidate) }
        }
        return nil
    }
}
