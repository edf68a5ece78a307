import Foundation
import SystemPackage
import Systemd
import Trellis

/// The file of the ``OperatorOverrides``: `overrides.json` in the state directory.
///
/// It has one object per plugin: `{"plugins": {"items": {"enabled": false, "since": "2026-…Z", "user": "root"}}}`.
struct OverridesFile: Sendable {
    private struct Content: Codable {
        var plugins: [String: OperatorOverrides.Override]
    }

    /// The path of the file.
    var path: FilePath { file.path }

    private let file: StateFile

    /// Creates the value without accessing the file.
    ///
    /// - Parameters:
    ///   - directory: The state directory.
    ///   - failpoints: The failpoints of the daemon. Default: a new list.
    init(in directory: FilePath, failpoints: Failpoints = Failpoints()) {
        file = StateFile("overrides", in: directory, failpoints: failpoints)
    }

    /// Reads the file.
    ///
    /// - Returns: The overrides; none if the file does not exist.
    /// - Throws: ``HostFailure`` when the file cannot be read or is damaged.
    func read() throws(HostFailure) -> OperatorOverrides {
        OperatorOverrides(
            plugins: try file.read(
                Content.self,
                advice: "Remove the file. The configuration then determines which plugins are enabled")?.plugins ?? [:])
    }

    /// Replaces the file atomically.
    ///
    /// When the function returns, the content is on disk.
    ///
    /// - Parameter overrides: The new content.
    /// - Throws: `Errno`; the file is then unchanged.
    func write(_ overrides: OperatorOverrides) throws(Errno) {
        try file.write(Content(plugins: overrides.plugins))
    }
}
