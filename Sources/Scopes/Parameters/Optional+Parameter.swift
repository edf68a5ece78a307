/// `T?` as a parameter: the instance, or nil when nothing is bound. What is bound but can't be made is an error.
///
/// The extension is unconditional, since Swift does not let a conformance depend on `Wrapped: Sendable`.
extension Optional: Parameter {
    static var need: Need {
        let wrapped = Need(of: Wrapped.self)
        return Need(key: wrapped.key, kind: wrapped.kind, isOptional: true)
    }

    static func reader(for resolution: Resolution) -> Any {
        if case .absent = resolution {
            return Reader<Wrapped?> { _ in nil }
        }
        let wrapped: Reader<Wrapped>
        if let shape = Wrapped.self as? any Parameter.Type {
            // The protocol promises a `Reader<Self>`, and `Self` is `Wrapped`.
            wrapped = shape.reader(for: resolution) as! Reader<Wrapped>
        } else {
            wrapped = .instance(resolution)
        }
        return Reader<Wrapped?> { core in try wrapped.read(core) }
    }
}
