import SystemPackage

@testable import TrellisHost

extension HostOptions {
    /// The options of a daemon with all its files in a folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - settings: The settings: `KEY=VALUE`.
    /// - Returns: The options.
    static func within(_ folder: FilePath, settings: [String]) -> HostOptions {
        HostOptions(
            stateDirectory: folder.appending("state"), cacheDirectory: folder.appending("cache"),
            runtimeDirectory: folder.appending("run"), socket: folder.appending("socket").string, settings: settings)
    }
}
