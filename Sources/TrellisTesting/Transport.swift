/// The transport between the client of a test and the plugin.
///
/// A test with a transport as its argument runs over each transport:
///
/// ```swift
/// @Test(arguments: Transport.allCases)
/// func adding(over transport: Transport) async throws {
///     try await withPlugin(ItemsPlugin.self, over: transport) { plugin in
///         let items = ItemsClient(plugin.caller)
///         …
///     }
/// }
/// ```
public enum Transport: String, Sendable, Hashable, CaseIterable {
    /// Calls within the process, with the same messages as over a socket.
    case process

    /// Calls over a Unix socket to a server in the same process.
    case socket
}
