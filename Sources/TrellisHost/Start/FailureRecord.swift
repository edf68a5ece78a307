import Foundation
import Glibc
import SystemPackage

/// The record of consecutive failed starts: the file `failing` in the state directory.
///
/// The first failed start creates it, and a daemon that is ready removes it. Only its modification time is significant:
/// the file is empty, because a full disk may be the reason for the failure.
struct FailureRecord: Sendable {
    /// The limits of the delay before the next start.
    static let delays = Duration.seconds(1)...Duration.seconds(60)

    private let path: FilePath

    /// Creates the value without accessing the file.
    ///
    /// - Parameter directory: The state directory.
    init(in directory: FilePath) {
        path = directory.appending("failing")
    }

    /// Returns the delay before the next start, and creates the file if it does not exist.
    ///
    /// The delay is the time since the first failed start, from 1 to 60 seconds, so it doubles with each start.
    ///
    /// - Parameter now: The current time.
    /// - Returns: The delay; nil when the file cannot be created.
    func delay(now: Date) -> Duration? {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path.string, flags, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        // On some file systems, a file can have any time.
        let elapsed = Duration.seconds(Int64(now.timeIntervalSince1970)) - .seconds(status.st_mtim.tv_sec)
        return min(max(elapsed, Self.delays.lowerBound), Self.delays.upperBound)
    }

    /// Removes the file, if it exists.
    func remove() {
        unlink(path.string)
    }
}
