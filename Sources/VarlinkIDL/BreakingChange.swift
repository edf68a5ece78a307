/// Something in an interface that a client or a service of the released interface would stumble over.
public struct BreakingChange: Hashable, Sendable, CustomStringConvertible {
    /// Which part of the interface it is about, such as `method Add, parameter title`.
    public let subject: String

    /// What has changed, and why that breaks.
    public let message: String

    /// Subject and message: `SUBJECT: MESSAGE`.
    public var description: String { "\(subject): \(message)" }
}

extension InterfaceDescription {
    /// Finds what has changed since a released interface so that clients of that one fail.
    ///
    /// What may be done to a released interface: add methods, types and errors; add nullable parameters; make
    /// parameters nullable; let a parameter's enumeration take more values; add fields to replies and errors; make a
    /// reply's field no longer nullable; take values from a reply's enumeration; let a method take `more`, or no longer
    /// require it; change comments, and the order of anything.
    ///
    /// - Parameter released: The interface as it was released. Both are free of faults.
    /// - Returns: The changes that break, in the order of the released interface; none where there are none.
    public func breakingChanges(since released: InterfaceDescription) -> [BreakingChange] {
        var comparison = Comparison(old: released, new: self)
        return comparison.changes()
    }
}
