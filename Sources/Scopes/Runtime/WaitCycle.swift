/// An error that is thrown when initializers that run concurrently wait for each other.
///
/// Validation rejects bindings that require each other. This error is thrown when a cycle arises at run time: an
/// initializer awaits a ``Lazy``, or opens a scene, that requires the instance being created. The initializer that was
/// the last to wait throws the error, and its binding fails.
///
/// Whether an initializer awaits a task that it started, such as an `async let`, can't be determined. A cycle through
/// such a task ends at a time limit, with an error that contains the cycle (``BuildingTimeLimitExceeded/waitingFor``).
public struct WaitCycle: Error, Sendable {
    /// A binding that waits for the next.
    public struct Link: Sendable {
        /// The path of the binding's scope.
        public let scope: String
        /// The binding.
        public let binding: Binding
    }

    /// The bindings; each waits for the next, and the last for the first.
    public let links: [Link]
}

extension WaitCycle: CustomStringConvertible {
    /// The waits, with source locations.
    public var description: String {
        let waits = zip(links, links.dropFirst() + links.prefix(1)).map { link, next in
            "\(link.binding) in \(link.scope) (\(link.binding.location)) waits for \(next.binding)"
        }
        return "cycle: \(waits.joined(separator: ", ")); use the instance after the initializer has returned"
    }
}
