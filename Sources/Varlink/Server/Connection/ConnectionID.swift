import Synchronization

/// Names one connection, or one caller in the process, among all of this process.
///
/// Never used twice.
public struct ConnectionID: Hashable, Sendable, CustomStringConvertible {
    private static let last = Atomic<UInt64>(0)

    private let number: UInt64

    /// A new name.
    init() {
        number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// The number, counted from 1.
    public var description: String { String(number) }
}
