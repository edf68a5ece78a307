/// Initialisers that run at the same time wait for each other, so that none of them can come to its end.
///
/// Admission refuses bindings that need each other. This is thrown when a circle is closed at run time: by an
/// initialiser that awaits a ``Lazy``, or opens a scene, which needs what is being made. It is thrown in the one that
/// was the last to wait, and fails its binding.
///
/// Whether an initialiser awaits a task that it started, such as an `async let`, can't be known. A circle through one ends when
/// a time limit is up, and is named then (``BuildingTimeLimitExceeded/waitingFor``).
public struct WaitCycle: Error, Sendable {
    /// One that waits for the next.
    public struct Link: Sendable {
        /// The path of the scope that the binding belongs to.
        public let scope: String
        /// The binding that is being made.
        public let binding: Binding
    }

    /// The bindings; each waits for the next, and the last for the first.
    public let links: [Link]
}

extension WaitCycle: CustomStringConvertible {
    /// Who waits for whom, with places.
    public var description: String {
        let waits = zip(links, links.dropFirst() + links.prefix(1)).map { link, next in
            "\(link.binding) in \(link.scope) (\(link.binding.location)) waits for \(next.binding)"
        }
        return waits.joined(separator: ", ")
            + ": none of them can be finished; let one of them ask after it has been made"
    }
}
