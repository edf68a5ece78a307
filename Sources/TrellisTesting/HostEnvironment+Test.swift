import Logging
public import SystemPackage
public import Trellis
import TrellisHost

extension HostEnvironment {
    /// An environment for tests: directories in one folder, no log, credentials from a dictionary.
    ///
    /// - Parameters:
    ///   - folder: Where the directories are: `state`, `cache` and `runtime` in it.
    ///   - clock: The time of day, and sleeping; by default the machine's.
    ///   - credentials: The credentials, named `PLUGIN.NAME`.
    ///   - logger: Makes a logger with a label; by default one that says nothing.
    /// - Returns: The environment.
    public static func test(
        in folder: FilePath,
        clock: WallClock = .system,
        credentials: [String: [UInt8]] = [:],
        logger: @escaping @Sendable (_ label: String) -> Logger = {
            Logger(label: $0) { _ in SwiftLogNoOpLogHandler() }
        }
    ) -> HostEnvironment {
        HostEnvironment(
            directories: HostDirectories(
                state: folder.appending("state"), cache: folder.appending("cache"), runtime: folder.appending("runtime")
            ),
            clock: clock, logger: logger, credential: { credentials[$0] }, status: { _, _ in })
    }
}
