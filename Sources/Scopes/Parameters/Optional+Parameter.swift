/// `T?` as a parameter: the instance, or nil when nothing is bound. What is bound but can't be made is an error.
///
/// The extension is unconditional, since Swift does not let a conformance depend on `Wrapped: Sendable`.
extension Optional: Parameter {
    static var need: Need {
        let wrapped = Need(of: Wrapped.self)
        return Need(key: wrapped.key, kind: wrapped.kind, isOptional: true)
    }

    static func input(for resolution: Resolution) -> Any {
        if case .absent = resolution {
            return Input<Wrapped?> { _ in nil }
        }
        let wrapped: Input<Wrapped>
        if let shape = Wrapped.self as? any Parameter.Type {
            // The protocol promises an `Input<Self>`, and `Self` is `Wrapped`.
            wrapped = shape.input(for: resolution) as! Input<Wrapped>
        } else {
            wrapped = .instance(resolution)
        }
        return Input<Wrapped?> { core in wrapped.read(core) }
    }
}
