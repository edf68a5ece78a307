/// Everything that was contributed to a type, as the parameter of an initialiser.
///
/// The order is defined: contributions of the outermost scope first, then inwards; within a scope, in the order of
/// declaration. It is empty when there are none.
///
/// ```swift
/// init(checks: All<any HealthCheck>) { … }
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
        guard case .all(let addresses) = resolution else {
            preconditionFailure("\(Self.self) was resolved to \(resolution), which is no list")
        }
        return Input<All> { core in
            All(addresses.map { core.frame($0.frame).load(Element.self, at: $0.slot) })
        }
    }
}
