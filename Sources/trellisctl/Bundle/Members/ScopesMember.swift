import HostInterface
import Varlink

/// The graph of scopes.
enum ScopesMember: BundleMember {
    static let name = "scopes.txt"
    static let contents = "The scopes of the plugins: types, dependencies and states of the instances."

    static func collect(in environment: BundleEnvironment) async throws -> String {
        var text = ""
        for try await reply in HostClient(try await environment.connect()).listScopes() {
            if let graph = reply.graph { text += graph + "\n" }
        }
        return text
    }
}
