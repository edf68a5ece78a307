import Foundation
import SystemPackage
import Systemd

/// The file of the ``OperatorOverrides``: `overrides.json` in the state directory.
///
/// It has one object per plugin: `{"plugins": {"items": {"enabled": false, "since": "2026-…Z", "user": "root"}}}`.
struct OverridesFile: Sendable {
    private struct Content: Codable {
        var plugins: [String: OperatorOverrides.Override]
    }

    /// The path of the file.
    let path: FilePath

    /// Creates the value without accessing the file.
    ///
    /// - Parameter directory: The state directory.
    init(in directory: FilePath) {
        path = directory.appending("overrides.json")
    }

    /// Reads the file.
    ///
    /// - Returns: The overrides; none if the file does not exist.
    /// - Throws: ``HostFailure`` when the file cannot be read or is damaged.
    func read() throws(HostFailure) -> OperatorOverrides {
        OperatorOverrides(
            plugins: try StateFile(path).read(
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
        try StateFile(path).write(Content(plugins: overrides.plugins))
    }
}
