import Foundation
import Glibc
import SystemPackage
import Systemd
import Trellis

extension Host {
    /// Whether the process runs as root.
    var isRoot: Bool { geteuid() == 0 }

    /// Reads and validates the configuration.
    ///
    /// - Parameter overrides: The plugins that operators have enabled or disabled. Default: none.
    /// - Returns: The configuration and its file; the file is nil when the default values are used without a file.
    /// - Throws: ``HostFailure`` with every problem.
    func loadConfiguration(
        with overrides: OperatorOverrides = OperatorOverrides()
    ) throws(HostFailure) -> (configuration: LoadedConfiguration, file: FilePath?) {
        try registrations.requireValidNames()
        let file = options.configuration ?? (options.isDemo ? nil : defaultConfiguration)
        do throws(ConfigurationError) {
            let configuration = try LoadedConfiguration(
                path: file, variables: variables, options: options.settings, logLevel: options.logLevel,
                socket: options.socket, isDemo: options.isDemo, overrides: overrides, root: root,
                registrations: registrations)
            return (configuration, file)
        } catch {
            let missing = absent.filter { plugin in error.diagnostics.contains { $0.path == ["plugins", plugin.name] } }
            throw HostFailure(
                error.kind == .unreadable ? .noInput : .configuration, error.description,
                advice: missing.isEmpty
                    ? nil : missing.map { "plugins.\($0.name): \($0.reason)" }.joined(separator: "; "))
        }
    }

    private var defaultConfiguration: FilePath? {
        if !isRoot, service.directories(.configuration).isEmpty, let file = userConfiguration { return file }
        let directory = service.directories(.configuration).first.map { FilePath($0) } ?? "/etc/trellis"
        let file = directory.appending("trellis.yaml")
        // A file that the daemon may not reach is an error of its own, and so is a missing one whose drop-ins exist.
        let isAbsent = access(file.string, F_OK) != 0 && errno == ENOENT
        return isAbsent && !hasDropIns(directory) ? nil : file
    }

    private func hasDropIns(_ directory: FilePath) -> Bool {
        let names = try? FileManager.default.contentsOfDirectory(atPath: directory.appending("trellis.d").string)
        return names?.contains { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") } == true
    }

    /// The configuration of an ordinary user (XDG Base Directory Specification); nil if there is none.
    private var userConfiguration: FilePath? {
        let parents = [variables["XDG_CONFIG_HOME"], variables["HOME"].map { "\($0)/.config" }]
        guard let parent = parents.compactMap(\.self).first(where: { $0.hasPrefix("/") }) else { return nil }
        let file = FilePath(parent).appending("trellis").appending("trellis.yaml")
        return access(file.string, F_OK) == 0 ? file : nil
    }

    /// The path of the control socket when systemd does not pass one.
    func controlSocket(_ configuration: ControlConfiguration) -> ControlSocketPath {
        ControlSocketPath(named: configuration.socket, variables: variables, isRoot: isRoot)
    }
}
