import HostInterface
import Varlink

/// The description of the daemon.
enum DaemonMember: BundleMember {
    static let name = "daemon.json"
    static let contents = "The status, interfaces and log level of the daemon."

    static func collect(in environment: BundleEnvironment) async throws -> String {
        let connection = try await environment.connect()
        let host = HostClient(connection)
        let daemon: JSONObject = [
            "description": try JSONValue(try await host.describe()),
            "information": try JSONValue(try await ServiceClient(connection).getInfo()),
            "logLevel": try JSONValue(try await host.getLogLevel(plugin: nil)),
        ]
        return JSONValue.object(daemon).formatted(.pretty) + "\n"
    }
}
