/// A failure of a store on several hosts, with the remedy in its description.
public enum ItemStoreFailure: Error, Sendable, Hashable, CustomStringConvertible {
    /// The store did not respond. Nothing was changed.
    case unavailable(reason: String)

    /// The store did not respond to a change, which may have been made, or may still be made.
    case outcomeUnknown(reason: String)

    /// No space is left in the store. Nothing was changed.
    case full(reason: String)

    /// The change is larger than the store accepts. Nothing was changed.
    case tooLarge(reason: String)

    /// This host's copy of the items is damaged. Nothing was changed.
    case damagedCopy(reason: String)

    /// The reason, with the remedy.
    public var description: String {
        switch self {
        case .unavailable(let reason), .outcomeUnknown(let reason), .full(let reason),
            .tooLarge(let reason), .damagedCopy(let reason):
            reason
        }
    }
}
