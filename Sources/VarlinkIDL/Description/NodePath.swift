/// The path from an interface description to one of its parts.
///
/// The empty path denotes the interface.
public struct NodePath: Hashable, Sendable {
    /// One step of a path.
    public enum Step: Hashable, Sendable {
        /// From the interface to the member with this index.
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
        /// From an array, a map or a nullable to its element type.
        case element
    }

    /// The steps, starting at the interface.
    public var steps: [Step]

    /// Creates a path.
    ///
    /// - Parameter steps: The steps, starting at the interface. Default: none.
    public init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// Returns the path with one more step.
    ///
    /// - Parameter step: The step from the last part of the path.
    /// - Returns: The extended path.
    public func appending(_ step: Step) -> NodePath {
        NodePath(steps + [step])
    }
}
