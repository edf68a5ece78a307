public import Foundation

/// The numbers of the changes of a list, of which none is used twice.
///
/// The state of a list can be lost: a backup or a snapshot of the file system is restored, or the list was in memory. Its
/// next changes then need other numbers than the lost ones, because clients still have these: they pass them to resume a
/// stream, or to change an element only if it is unchanged. A revision therefore contains the time:
///
/// ```swift
/// let revision = Revision.next(after: last, at: clock.now())
/// ```
///
/// A stream that resumes after a revision that the list does not have must fail, because the client has a list that no
/// longer exists.
public enum Revision {
    /// Returns the revision of the next change.
    ///
    /// - Parameters:
    ///   - last: The revision of the last change; 0 if there was none.
    ///   - time: The time of the change.
    /// - Returns: The time in microseconds since 1970, or the number after the last revision, whichever is larger. The
    ///   revision is not that of a lost change, unless the clock was set back by more than the time since the loss. After
    ///   the largest integer, which only a damaged list has, the revision is the same again.
    public static func next(after last: Int, at time: Date) -> Int {
        let (next, isOutOfRange) = last.addingReportingOverflow(1)
        return isOutOfRange ? last : max(next, Int(time.timeIntervalSince1970 * 1_000_000))
    }
}
