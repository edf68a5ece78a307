import Foundation

/// The details of a title for one user.
struct ShownTitle: Sendable, Hashable {
    /// The details of the title, from the source or the cache.
    var details: TitleDetails

    /// Whether the user saved the title.
    var isSaved: Bool

    /// The time at which a cached answer was fetched; nil when the answer is current.
    var fetched: Date?
}
