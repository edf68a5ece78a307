/// All contributions to a type, as the parameter of an initializer.
///
/// The order is defined: contributions of the outermost scope first, then inwards; within a scope, in the order of
/// declaration. The collection is empty when there are none. Its elements are instances: `All<Lazy<T>>` and `All<T?>` are
/// rejected.
///
/// ```swift
/// struct HealthReport: Sendable {
///     let names: [String]
///
///     init(checks: All<any HealthCheck>) { names = checks.map(\.name) }
/// }
/// ```
public struct All<Element: Sendable>: Sendable {
    /// The contributions, in order.
    public let elements: [Element]

    /// Creates a collection from instances, for example in a test.
    public init(_ elements: [Element]) {
        self.elements = elements
    }
}

extension All: RandomAccessCollection {
    /// The position of the first contribution.
    public var startIndex: Int { elements.startIndex }

    /// The position after the last contribution.
    public var endIndex: Int { elements.endIndex }

    /// The contribution at a position, which must be valid.
    public subscript(position: Int) -> Element { elements[position] }
}

extension All: Parameter {
    static var requirement: Requirement {
        Requirement(key: BindingKey(Element.self), kind: .all, isOptional: false)
    }

    static func input(for resolution: Resolution) -> Any {
        Input<All>.all(resolution)
    }
}

extension Input {
    /// Returns the input for resolved contributions.
    static func all<Element: Sendable>(_ resolution: Resolution) -> Input where Value == All<Element> {
        guard case .all(let addresses) = resolution else {
            preconditionFailure("\(Value.self) was resolved to \(resolution), which is not a list")
        }
        let isObject = AnyInstance.isObject(Element.self)
        return Input { source in
            All(addresses.map { source.instance(at: $0).value(as: Element.self, isObject: isObject) })
        }
    }
}
