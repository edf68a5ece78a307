/// Everything that was contributed to a type, as the parameter of an initialiser.
///
/// The order is defined: contributions of the outermost scope first, then inwards; within a scope, in the order of
/// declaration. It is empty when there are none. Its elements are instances: an `All<Lazy<T>>` or `All<T?>` is refused.
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

    /// Makes a collection by hand, as a test does.
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
    static var need: Need {
        Need(key: BindingKey(Element.self), kind: .all, isOptional: false)
    }

    static func input(for resolution: Resolution) -> Any {
        Input<All>.all(resolution)
    }
}

extension Input {
    /// The input for a need of contributions that was resolved.
    static func all<Element: Sendable>(_ resolution: Resolution) -> Input where Value == All<Element> {
        guard case .all(let addresses) = resolution else {
            preconditionFailure("\(Value.self) was resolved to \(resolution), which is no list")
        }
        let inputs = addresses.map { Input<Element>($0) }
        return Input { core in All(inputs.map { $0.read(core) }) }
    }
}
