/// A type that has a special meaning as the parameter of an initializer.
protocol Parameter: AssembledArgument {
    /// The requirement that a parameter of this type states.
    static var requirement: Requirement { get }
}

/// Returns a type as a parameter with a special meaning; nil for any other type.
func parameterType<D>(_ type: D.Type) -> (any Parameter.Type)? {
    type as? any Parameter.Type
}

/// `T?` as a parameter: the instance, or nil when the key is not bound. A bound key whose instance can't be created is an error.
///
/// The extension is unconditional, because a conformance can't depend on `Wrapped: Sendable`.
extension Optional: Parameter {
    static var requirement: Requirement {
        let wrapped = Requirement(of: Wrapped.self)
        return Requirement(key: wrapped.key, kind: wrapped.kind, isOptional: true)
    }

    static func argument(for reference: Reference, _ linker: Linker) -> Any {
        if case .absent = reference { return Argument<Wrapped?> { _ in nil } }
        let wrapped = linker.argument(Wrapped.self, for: reference)
        return Argument<Wrapped?> { source in try wrapped.read(source) }
    }
}

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

    static func argument(for reference: Reference, _ linker: Linker) -> Any {
        guard case .all(let addresses) = reference else {
            preconditionFailure("\(Self.self) refers to \(reference), which is not a list")
        }
        let isObject = AnyInstance.isObject(Element.self)
        return Argument { source in
            All(addresses.map { source.instance(at: $0).value(as: Element.self, isObject: isObject) })
        }
    }
}

/// One of several instances of the same type, distinguished by a tag.
///
/// A tag is a type without instances. The tagged type is a key like any other:
///
/// ```swift
/// enum Images {}
///
/// struct Gallery: Sendable {
///     let transfer: TransferService
///
///     init(transfer: Tagged<Images, TransferService>) { self.transfer = transfer.value }
/// }
///
/// blueprint.provide(TransferService.init(configuration:)) { Tagged<Images, TransferService>($0) }
/// blueprint.provide(Gallery.init(transfer:))
/// ```
public struct Tagged<Tag, Value: Sendable>: Sendable {
    /// The instance.
    public let value: Value

    /// Adds the tag to an instance.
    public init(_ value: Value) {
        self.value = value
    }
}
