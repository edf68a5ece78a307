import Foundation
import Glibc
package import HostSupport
public import SystemPackage
package import Systemd
public import Trellis

/// The directories of the daemon.
public struct HostDirectories: Sendable, Hashable {
    /// The directory for persistent data: `/var/lib/trellis` under systemd.
    public var state: FilePath

    /// The directory for data that can be recreated: `/var/cache/trellis` under systemd.
    public var cache: FilePath

    /// The directory for data that is removed when the daemon stops: `/run/trellisd` under systemd.
    public var runtime: FilePath

    /// Creates the value; nothing is created on disk.
    ///
    /// - Parameters:
    ///   - state: The directory for persistent data.
    ///   - cache: The directory for data that can be recreated.
    ///   - runtime: The directory for data that is removed when the daemon stops.
    public init(state: FilePath, cache: FilePath, runtime: FilePath) {
        self.state = state
        self.cache = cache
        self.runtime = runtime
    }

    /// Returns the directories of a plugin: the folder with its name in each of the daemon's directories.
    /// - Parameter plugin: The name under which the plugin is registered.
    /// - Returns: The plugin's directories for state, cache and runtime data.
    public func directories(of plugin: String) -> PluginDirectories {
        PluginDirectories(
            state: state.appending(plugin), cache: cache.appending(plugin), runtime: runtime.appending(plugin))
    }
}

extension HostDirectories {
    /// Determines the directories: those of the options, those of systemd, or the defaults of root or the user.
    ///
    /// The default directories of root are `/var/lib/trellis`, `/var/cache/trellis` and `/run/trellisd`
    /// (file-hierarchy(7)); those of other users are `trellis` in `$XDG_STATE_HOME` (`~/.local/state`) and
    /// `$XDG_CACHE_HOME` (`~/.cache`), and `trellisd` in `$XDG_RUNTIME_DIR` (XDG Base Directory Specification).
    ///
    /// - Parameters:
    ///   - options: The command-line options.
    ///   - service: The service environment that systemd provides.
    ///   - variables: The environment variables.
    ///   - isRoot: Whether the process runs as root.
    /// - Throws: `HostFailure` when a directory has no default.
    package init(
        options: HostOptions, service: ServiceEnvironment, variables: [String: String], isRoot: Bool
    ) throws(HostFailure) {
        func find(
            _ option: FilePath?, named name: String, _ kind: ServiceDirectory, root: FilePath, variable: String,
            inHome fallback: String?, folder: String
        ) throws(HostFailure) -> FilePath {
            // SQLite would read a relative path that begins with "file:" as a URI.
            if let option { return FilePath(FileManager.default.currentDirectoryPath).pushing(option) }
            if let directory = service.directories(kind).first { return FilePath(directory) }
            if isRoot { return root }
            if let base = variables[variable], base.hasPrefix("/") { return FilePath(base).appending(folder) }
            if let fallback, let home = variables["HOME"], home.hasPrefix("/") {
                return FilePath(home).appending(fallback).appending(folder)
            }
            throw HostFailure(
                .usage, "the \(name) directory has no default, because $\(variable) is not set",
                advice: "Use --\(name)-directory DIRECTORY")
        }
        let state = try find(
            options.stateDirectory, named: "state", .state, root: "/var/lib/trellis", variable: "XDG_STATE_HOME",
            inHome: ".local/state", folder: "trellis")
        let cache = try find(
            options.cacheDirectory, named: "cache", .cache, root: "/var/cache/trellis", variable: "XDG_CACHE_HOME",
            inHome: ".cache", folder: "trellis")
        let runtime = try find(
            options.runtimeDirectory, named: "runtime", .runtime, root: "/run/trellisd", variable: "XDG_RUNTIME_DIR",
            inHome: nil, folder: "trellisd")
        self.init(state: state, cache: cache, runtime: runtime)
    }
}
