import Foundation
import Glibc
import Logging
import Systemd
import Trellis

/// Hands the connections of clients over to the next process of the daemon, through systemd's file descriptor store.
///
/// The store contains the sockets, and a table with the remaining state of the connections (``HandoverTable``). A
/// connection that the store does not keep, or whose state is unknown, is closed.
struct ConnectionHandover: Sendable {
    /// The name of the sockets in the store.
    ///
    /// The name is short, because one environment variable of at most 128 KiB contains the names of all descriptors.
    static let socketName = "client"

    /// The name of the table in the store.
    static let tableName = "table"

    /// The names of all descriptors in the store.
    static let names: Set = [socketName, tableName]

    /// The time limit for systemd to store the connections.
    ///
    /// Part of the time that the daemon requests beyond the limits of a stop (``TimeoutExtension/slack``).
    private static let timeLimit = Duration.seconds(2)

    /// The maximum number of sockets, so that the environment variable has space for the names of all descriptors.
    private static let maximumCount = 16_384

    /// The connection to systemd.
    let manager: ServiceManager

    /// The size of the store; nil if the size is unknown, as with a systemd before version 254.
    let storeSize: Int?

    /// The logger of the daemon.
    let logger: Logger

    /// Whether systemd may keep connections.
    var isPossible: Bool { manager.isActive && storeSize != 0 }

    /// Gives connections to the store, and closes them in this process.
    func give(_ connections: [HandedOverConnection]) {
        // One descriptor of the store is for the table.
        let kept = connections.prefix(min(storeSize.map { $0 - 1 } ?? .max, Self.maximumCount))
        guard !kept.isEmpty else { return }
        let table = HandoverTable(
            kept.compactMap { connection in
                connection.descriptor.flatMap(Self.inode).map {
                    .init(
                        socket: $0, input: connection.input.isEmpty ? nil : Data(connection.input),
                        sessions: connection.lostState.isEmpty ? nil : connection.lostState)
                }
            })
        do {
            let file = try MemoryFile.make(named: "trellis-connections", contents: Array(try table.encoded()))
            defer { close(file) }
            // The table is stored first, because systemd closes descriptors that exceed the size of the store.
            guard manager.store([file], named: Self.tableName),
                manager.store(kept.compactMap(\.descriptor), named: Self.socketName),
                manager.waitUntilProcessed(within: Self.timeLimit)
            else { throw HandoverTable.Damage(description: "systemd did not take the connections") }
            logger.log(
                .connectionsHandedOver, "handed over the connections to the next process",
                metadata: ["connections": "\(kept.count)"])
        } catch {
            report("hand over the connections to the next process", kept.count, "\(error)")
        }
    }

    /// Takes over the connections that the previous process has given to the store.
    ///
    /// The store keeps the connections until ``empty()`` is called.
    ///
    /// - Parameter stored: The descriptors from the store.
    /// - Returns: The connections with a known state. The other descriptors are closed.
    func take(_ stored: [ActivatedSocket]) -> [HandedOverConnection] {
        let sockets = stored.filter { $0.name == Self.socketName }
        guard !stored.isEmpty else { return [] }
        defer { for descriptor in stored { descriptor.close() } }
        let states: [UInt64: HandoverTable.Connection]
        do {
            let tables = stored.filter { $0.name == Self.tableName }
            guard tables.count == 1, let file = tables[0].release() else {
                throw HandoverTable.Damage(
                    description: "expected one connection table from systemd, got \(tables.count)")
            }
            defer { close(file) }
            let table = try HandoverTable(decoding: Data(MemoryFile.contents(of: file)))
            states = Dictionary(uniqueKeysWithValues: table.connections.map { ($0.socket, $0) })
        } catch {
            report("take over the connections of the previous process", sockets.count, "\(error)")
            return []
        }
        let connections = sockets.compactMap { socket -> HandedOverConnection? in
            guard socket.kind == .connection, let descriptor = socket.release() else { return nil }
            guard let state = Self.inode(of: descriptor).flatMap({ states[$0] }) else {
                close(descriptor)
                return nil
            }
            return HandedOverConnection(
                adopting: descriptor, input: state.input.map(Array.init) ?? [], lostState: state.sessions ?? [])
        }
        logger.log(
            .connectionsTakenOver, "took over connections from the previous process",
            metadata: ["connections": "\(connections.count)"])
        return connections
    }

    /// Removes the connections and their table from the store.
    func empty() {
        manager.removeStored(named: Self.tableName)
        manager.removeStored(named: Self.socketName)
    }

    private func report(_ operation: String, _ count: Int, _ reason: String) {
        logger.log(
            .handoverFailed, "cannot \(operation), closing \(count) connections: \(reason)",
            metadata: ["reason": "\(reason)", "connections": "\(count)"])
    }

    /// Returns the inode number of a socket, which is unique among the open sockets of the system.
    private static func inode(of descriptor: Int32) -> UInt64? {
        var status = stat()
        return fstat(descriptor, &status) == 0 ? UInt64(status.st_ino) : nil
    }
}
