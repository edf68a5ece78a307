/// A type that means more, as the parameter of an initialiser, than "the instance of this type".
protocol Parameter {
    /// What a parameter of this type asks for.
    static var need: Need { get }

    /// Makes the input for a need that was resolved. The result is an `Input<Self>`.
    static func input(for resolution: Resolution) -> Any
}
