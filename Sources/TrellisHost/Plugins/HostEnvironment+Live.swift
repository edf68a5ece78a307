public import Logging
public import Systemd
public import Trellis

extension HostEnvironment {
    /// The environment of a daemon that runs: the machine's clock, systemd's credentials.
    ///
    /// - Parameters:
    ///   - directories: The daemon's directories.
    ///   - service: What systemd says.
    ///   - logger: Makes a logger with a label.
    ///   - status: Takes what plugins say they are doing.
    /// - Returns: The environment.
    public static func live(
        directories: HostDirectories,
        service: ServiceEnvironment,
        logger: @escaping @Sendable (_ label: String) -> Logger,
        status: @escaping @Sendable (_ plugin: String, _ text: String) -> Void
    ) -> HostEnvironment {
        let credentials = service.credentials
        return HostEnvironment(
            directories: directories,
            clock: .system,
            logger: logger,
            credential: { try credentials?.read($0) },
            status: status)
    }
}
