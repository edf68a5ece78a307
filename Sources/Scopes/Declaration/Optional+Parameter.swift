/// `T?` as a parameter: the instance, or nil when the key is not bound. A bound key whose instance can't be created is an error.
///
/// The extension is unconditional, because a conformance can't depend on `Wrapped: Sendable`.
extension Optional: Parameter {
    static var requirement: Requirement {
        let wrapped = Requirement(of: Wrapped.self)
        return Requirement(key: wrapped.key, kind: wrapped.kind, isOptional: true)
    }

    static func input(for resolution: Resolution) -> Any {
        if case .absent = resolution { return Input<Wrapped?> { _ in nil } }
        let wrapped: Input<Wrapped>
        if let parameter = parameterType(Wrapped.self) {
            // The protocol promises an `Input<Self>`, and `Self` is `Wrapped`.
            wrapped = parameter.input(for: resolution) as! Input<Wrapped>
        } else {
            wrapped = .instance(resolution)
        }
        return Input<Wrapped?> { source in wrapped.read(source) }
    }
}
