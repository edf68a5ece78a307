public import Trellis
import TrellisHTTP
public import TrellisHost

extension Host {
    /// Runs the daemon with the plugins of this repository, and ends the process with its exit status.
    ///
    /// The executables `trellisd` and `trellisd-local` consist of a call of this function: `trellisd` adds what uses the client of
    /// etcd.
    ///
    /// - Parameters:
    ///   - program: The name of the program. Default: `trellisd`.
    ///   - others: The plugins of the program in addition to ``plugins``. Default: none.
    ///   - absent: The plugins of `trellisd` that the program was built without. Default: none.
    ///   - cluster: Creates the access to a cluster. Default: the section `cluster.etcd` is rejected.
    ///   - root: Declares further instances that all plugins can depend on. Default: none.
    ///   - operations: The one-off operations. Default: none.
    public static func trellisd(
        program: String = "trellisd", adding others: [PluginRegistration] = [], absent: [AbsentPlugin] = [],
        cluster: ClusterConnection? = nil,
        root: @escaping @Sendable (inout Blueprint) -> Void = { _ in }, operations: [HostOperation] = []
    ) async -> Never {
        await main(
            program: program, plugins: plugins + others, absent: absent, cluster: cluster,
            root: trellisdRoot(adding: root),
            operations: operations)
    }

    /// The root scope of the daemon: the HTTP clients that all plugins share, and further instances.
    ///
    /// - Parameter others: Declares the further instances. Default: none.
    /// - Returns: The root scope.
    private static func trellisdRoot(
        adding others: @escaping @Sendable (inout Blueprint) -> Void = { _ in }
    ) -> RootScope {
        RootScope(RootConfiguration.self) { blueprint, configuration in
            blueprint.provideHTTPClients(configuration.http)
            others(&blueprint)
        }
    }
}

/// The section `root` of the daemon's configuration.
private struct RootConfiguration: PluginConfiguration {
    /// The HTTP clients of all plugins.
    var http: HTTPClientConfiguration

    init(from settings: Settings) {
        http = HTTPClientConfiguration(from: settings.section("http"))
    }
}
