/// The way from an interface description to one of its parts.
///
/// The empty path is the interface itself.
public struct NodePath: Hashable, Sendable {
    /// One step of the way.
    public enum Step: Hashable, Sendable {
        /// To the member with this index.
        case member(Int)
        /// From a method or an error to the parameter with this index.
        case parameter(Int)
        /// From a method to the field of the reply with this index.
        case reply(Int)
        /// From a structure, declared or inline, to the field with this index.
        case field(Int)
        /// From an enumeration, declared or inline, to the value with this index.
        case value(Int)
        /// From a field to its type.
        case type
        /// From an array, a map or a nullable to the type of what it holds.
        case element
    }

    /// The steps, from the interface on.
    public var steps: [Step]

    /// Makes a path.
    ///
    /// - Parameter steps: The steps from the interface on; none by default.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// The path that goes one step further.
    ///
    /// - Parameter step: The step.
    /// - Returns: This path's steps, and the step.
    public func appending(_ step: Step) -> NodePath {
        NodePath(steps + [step])
    }
}
