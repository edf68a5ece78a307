import Glibc
import HummingbirdCore
import Trellis

/// The path `/initial`: what the page shows first, in one response.
struct InitialEndpoint: Sendable {
    /// The maximum number of plugins in the first data.
    ///
    /// The stream sends all.
    private static let maximumPlugins = 50

    /// Returns the caller, the daemon and the first plugins.
    ///
    /// - Parameters:
    ///   - session: The session.
    ///   - usage: Returns the use of plugins in the last interval.
    /// - Returns: The response.
    /// - Throws: The error of a call.
    func response(for session: WebSession, usage: ([JSONObject]) -> [JSONValue]) async throws -> Response {
        async let description = session.caller.call("io.trellis.Host.Describe")
        let plugins = try await session.plugins()
        let daemon = try await description
        let shown = Array(plugins.prefix(Self.maximumPlugins))
        return .json([
            "user": .string(session.user.name), "uid": .integer(Int64(session.user.id)),
            "role": session.user.role.map { .string($0.rawValue) } ?? .null,
            "daemon": [
                "name": "trellisd", "version": daemon["version"] ?? nil, "started": daemon["started"] ?? nil,
                "status": daemon["status"] ?? nil,
            ],
            "host": .string(Self.hostName), "pluginCount": .integer(Int64(plugins.count)),
            "plugins": .array(shown.map { .object($0) }), "usage": .array(usage(shown)),
        ])
    }

    /// The name of the machine.
    private static var hostName: String {
        var name = [CChar](repeating: 0, count: 256)
        guard gethostname(&name, name.count - 1) == 0 else { return "" }
        return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}

extension WebSession {
    /// The plugins of the daemon, as the method ListPlugins returns them.
    func plugins() async throws -> [JSONObject] {
        var plugins: [JSONObject] = []
        for try await reply in caller.stream("io.trellis.Host.ListPlugins") {
            if let plugin = reply["plugin"]?.objectValue { plugins.append(plugin) }
        }
        return plugins
    }
}
