import Synchronization

/// The identifier of a connection, or of a caller within the process.
///
/// The identifier is unique within the process.
public struct ConnectionID: Hashable, Sendable, CustomStringConvertible {
    private static let last = Atomic<UInt64>(0)

    private let number: UInt64

    /// Creates a new identifier.
    package init() {
        number = Self.last.wrappingAdd(1, ordering: .relaxed).newValue
    }

    /// The number, counted from 1.
    public var description: String { String(number) }
}
