import SystemPackage

@testable import TrellisHost

extension HostOptions {
    /// Returns the options of a daemon with all its files in a folder, and with settings of the form `KEY=VALUE`.
    static func within(_ folder: FilePath, settings: [String]) -> HostOptions {
        HostOptions(
            stateDirectory: folder.appending("state"), cacheDirectory: folder.appending("cache"),
            runtimeDirectory: folder.appending("run"), socket: folder.appending("socket").string, settings: settings)
    }
}
