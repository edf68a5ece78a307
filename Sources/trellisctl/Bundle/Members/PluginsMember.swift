import Varlink

/// The plugins and their states.
enum PluginsMember: BundleMember {
    static let name = "plugins.json"
    static let contents = "The plugins, their states and the reasons for these."

    static func collect(in environment: BundleEnvironment) async throws -> String {
        let plugins = try await Catalogue(connection: environment.connect()).plugins()
        return JSONValue.array(try plugins.map { try JSONValue($0) }).formatted(.pretty) + "\n"
    }
}
