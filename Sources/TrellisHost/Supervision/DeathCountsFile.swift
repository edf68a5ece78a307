import Foundation
import SystemPackage
import Systemd
import Trellis

/// The file of the ``DeathCounts``: `deaths.json` in the state directory.
///
/// It has one object per plugin: `{"plugins": {"items": {"cause": "SIGSEGV", "deaths": 2, "isQuarantined": false, …}}}`.
struct DeathCountsFile: Sendable {
    private struct Content: Codable {
        var plugins: [String: DeathCounts.Entry]
    }

    private let file: StateFile

    /// Creates the value without accessing the file.
    ///
    /// - Parameters:
    ///   - directory: The state directory.
    ///   - failpoints: The failpoints of the daemon. Default: a new list.
    init(in directory: FilePath, failpoints: Failpoints = Failpoints()) {
        file = StateFile("deaths", in: directory, failpoints: failpoints)
    }

    /// Reads the file.
    ///
    /// - Returns: The counts; none if the file does not exist.
    /// - Throws: ``HostFailure`` when the file cannot be read or is damaged.
    func read() throws(HostFailure) -> DeathCounts {
        DeathCounts(
            plugins: try file.read(
                Content.self, advice: "Remove the file. No plugin is then quarantined")?.plugins ?? [:])
    }

    /// Replaces the file atomically.
    ///
    /// The function returns after the content is on disk (fsync(2)).
    ///
    /// - Parameter counts: The new content.
    /// - Throws: `Errno`; the file is then unchanged.
    func write(_ counts: DeathCounts) throws(Errno) {
        try file.write(Content(plugins: counts.plugins))
    }
}
