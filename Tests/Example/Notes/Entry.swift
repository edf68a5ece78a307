public import Foundation

/// An entry of the list.
public struct Entry: Sendable, Hashable {
    /// The number: from 1, in the order of addition.
    public let number: Int

    /// The text.
    public let text: String

    /// The time of the addition.
    public let added: Date
}
