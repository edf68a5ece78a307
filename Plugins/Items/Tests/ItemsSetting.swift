import Items
import Testing
import Trellis
import TrellisTesting

/// A configuration of an interface test: the transport and the store.
struct ItemsSetting: Sendable, CustomTestStringConvertible {
    var transport: Transport
    var store: StoreKind

    var testDescription: String { "\(store) over \(transport)" }

    static let all = Transport.allCases.flatMap { transport in
        StoreKind.local.map { ItemsSetting(transport: transport, store: $0) }
    }

    /// Runs a body with an empty list.
    func withItems<Result: Sendable>(
        environment: HostEnvironment? = nil, _ body: (ItemsClient, RunningPlugin) async throws -> Result
    ) async throws -> Result {
        try await withPlugin(
            ItemsPlugin.self, settings: ["store": store.rawValue], environment: environment, over: transport
        ) { plugin in
            try await body(ItemsClient(plugin.caller), plugin)
        }
    }
}
