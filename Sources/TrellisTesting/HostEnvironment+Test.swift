import Logging
public import SystemPackage
public import Trellis
public import TrellisHost

extension HostEnvironment {
    /// Returns an environment for tests, with directories in one folder, no log, and credentials from a dictionary.
    ///
    /// - Parameters:
    ///   - folder: The parent of the directories `state`, `cache` and `runtime`.
    ///   - clock: The clock. Default: the system clock.
    ///   - credentials: The credentials by their names `PLUGIN.NAME`.
    ///   - logger: Creates a logger with a label. Default: loggers that discard their messages.
    /// - Returns: The environment, which ignores status texts.
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
            clock: clock, logger: logger, credential: { credentials[$0] })
    }
}
