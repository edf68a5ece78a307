/// An operation of a client, with the times between which it took effect.
package struct TimedOperation<Action: Sendable>: Sendable {
    /// The call with its result.
    package var action: Action

    /// The time of the call, on a monotonic clock.
    package var call: Int64

    /// The time at which the client received the result; nil if the outcome is unknown.
    ///
    /// An operation with an unknown outcome takes effect at any time after its call, or never.
    package var completion: Int64?

    package init(_ action: Action, from call: Int64, to completion: Int64?) {
        (self.action, self.call, self.completion) = (action, call, completion)
    }
}
