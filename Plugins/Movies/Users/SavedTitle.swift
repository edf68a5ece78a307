import Foundation

/// A title that a user saved.
///
/// The store keeps a copy of the title from the time of saving, so that the list does not depend on the source.
struct SavedTitle: Sendable, Hashable {
    /// The title at the time of saving.
    var title: Title

    /// The time at which the title was saved.
    var time: Date
}
