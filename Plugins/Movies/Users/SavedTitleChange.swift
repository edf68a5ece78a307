import Trellis

/// A change of the saved titles of a user.
///
/// Each user has changes with own revisions, so that a user cannot conclude from them what others save.
struct SavedTitleChange: Revisioned, Hashable {
    /// The kind of a change.
    enum Kind: String, Sendable, Hashable {
        /// The title was saved.
        case saved

        /// The title was removed.
        case removed
    }

    /// The kind of the change.
    var kind: Kind

    /// The title at the time of saving.
    var title: SavedTitle

    /// The number of the change, as `Revision.next(after:at:)` returns it.
    var revision: Int
}

/// A saved title with the number of the change that saved it.
struct SavedTitleEntry: Revisioned, Hashable {
    /// The saved title.
    var title: SavedTitle

    /// The number of the change that saved the title; 0 if it was saved before changes were numbered.
    var revision: Int
}

/// A client's watch of the saved titles of its user.
typealias SavedTitleWatch = ListWatch<SavedTitleEntry, SavedTitleChange>
