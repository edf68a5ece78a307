import HostInterface
import Varlink

/// The configuration that the daemon uses, without the values of secrets.
enum ConfigurationMember: BundleMember {
    static let name = "configuration.json"
    static let contents = "The settings of the daemon and the plugins, and their sources; secrets are masked."

    static func collect(in environment: BundleEnvironment) async throws -> String {
        let reply = try await HostClient(try await environment.connect()).readConfiguration()
        return try JSONValue(reply).formatted(.pretty) + "\n"
    }
}
