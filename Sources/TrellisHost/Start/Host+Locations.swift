import Glibc
import HostInterface
import SystemPackage
import Systemd
import Trellis

extension Host {
    /// The name of the configuration file in its directory.
    static let configurationName = "trellis.yaml"

    /// Whether the process is root's.
    var isRoot: Bool { geteuid() == 0 }

    /// Reads and checks the configuration.
    ///
    /// - Returns: The configuration, and the file that it was read from: nil when none is named, and there is none at
    ///   the default place.
    /// - Throws: ``HostFailure`` with everything that is wrong.
    func loadConfiguration() throws(HostFailure) -> (configuration: LoadedConfiguration, file: FilePath?) {
        let file = options.configuration ?? defaultConfiguration
        do throws(ConfigurationError) {
            let configuration = try LoadedConfiguration(
                path: file, variables: variables, options: options.settings, registrations: registrations)
            return (configuration, file)
        } catch {
            throw HostFailure(error.kind == .unreadable ? .noInput : .configuration, error.description)
        }
    }

    private var defaultConfiguration: FilePath? {
        let directory = service.directories(.configuration).first.map { FilePath($0) } ?? "/etc/trellis"
        let file = directory.appending(Self.configurationName)
        return access(file.string, F_OK) == 0 ? file : nil
    }

    /// The path at which the daemon makes the control socket, when systemd hands it none.
    ///
    /// - Parameter configuration: What was configured.
    /// - Returns: The path.
    /// - Throws: ``HostFailure`` when there is no place for it.
    func controlSocket(_ configuration: ControlConfiguration) throws(HostFailure) -> String {
        if let path = options.socket ?? configuration.socket { return path }
        if isRoot { return ControlSocket.systemPath }
        guard let path = ControlSocket.userPath(variables) else {
            throw HostFailure(
                .usage, "there is no place for the control socket: $XDG_RUNTIME_DIR is not set",
                advice: "Say --socket PATH")
        }
        return path
    }
}
