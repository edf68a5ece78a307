import Foundation

/// The state of the connections that a process of the daemon hands over to the next process, without the sockets.
///
/// The table does not contain the credentials of the clients, because the kernel keeps them with the socket.
struct HandoverTable: Codable, Equatable {
    /// A connection.
    struct Connection: Codable, Equatable {
        /// The inode number of the socket, which identifies the socket as long as it is open.
        var socket: UInt64

        /// The received part of an incomplete message; nil for none.
        var input: Data?

        /// The names of the plugins that had a session for the connection; nil for none.
        var sessions: Set<String>?
    }

    /// The reason why a table cannot be decoded, or connections cannot be handed over.
    struct Damage: Error, CustomStringConvertible {
        /// The reason as a phrase.
        let description: String
    }

    private static let currentVersion = 1

    private var version = currentVersion

    /// The connections, in any order.
    var connections: [Connection]

    /// Creates a table.
    init(_ connections: [Connection]) {
        self.connections = connections
    }

    /// Decodes a table.
    ///
    /// - Throws: ``Damage`` when the table is damaged, lists a socket twice, or has another version.
    init(decoding data: Data) throws(Damage) {
        do {
            self = try JSONDecoder().decode(HandoverTable.self, from: data)
        } catch {
            throw Damage(description: "the table of connections is damaged: \(error)")
        }
        guard version == Self.currentVersion else {
            throw Damage(description: "the table of connections has the unknown version \(version)")
        }
        guard Set(connections.map(\.socket)).count == connections.count else {
            throw Damage(description: "the table of connections is damaged: a socket occurs twice")
        }
    }

    /// Encodes the table, as JSON.
    func encoded() throws -> Data { try JSONEncoder().encode(self) }
}
