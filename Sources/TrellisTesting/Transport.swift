/// How the client of a test reaches the plugin.
///
/// A test whose body takes it as an argument runs over each:
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
    /// Within the process, through the same messages as over a socket.
    case process

    /// Over a Unix socket that a server of the same process serves.
    case socket
}
