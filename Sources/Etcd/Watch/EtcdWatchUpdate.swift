/// A report of a watch.
public enum EtcdWatchUpdate: Sendable, Hashable {
    /// A member serves the watch, and reports every change from this revision on.
    ///
    /// It precedes all events, and follows each ``interrupted(_:)`` when the watch continues.
    case connected(EtcdEndpoint, from: Int64)

    /// All changes of one or several revisions to the watched keys, in order, and the revision of the last one.
    ///
    /// The changes of one revision are never divided.
    case events([EtcdEvent], revision: Int64)

    /// The member or its leader failed.
    ///
    /// The watch continues without loss at another one.
    case interrupted(EtcdError)

    /// The changes to report have been discarded; the oldest revision that can still be watched is `revision`.
    ///
    /// It is the last update.
    case compacted(revision: Int64)

    /// etcd has ended the watch for another reason.
    ///
    /// It is the last update.
    case canceled(reason: String)
}
