/// The sequential specification of an object: its states, and the actions that are possible in each of them.
///
/// An action contains the result that the client received, so that a wrong result is an impossible action.
package protocol SequentialModel: Sendable {
    /// The state of the object.
    associatedtype State: Hashable, Sendable

    /// A call with its result.
    associatedtype Action: Sendable

    /// The state before the first operation.
    var initial: State { get }

    /// Returns the state after an action; nil if the action is impossible in the state.
    func state(after action: Action, in state: State) -> State?
}
