import Foundation
import Logging
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The handover of connections to the next process", .timeLimit(.minutes(2)))
struct ConnectionHandoverTests {
    private static let table = HandoverTable([
        .init(socket: 17, input: Data([0x7B, 0x22, 0xFF, 0xC3]), sessions: ["notebook", "items"]),
        .init(socket: .max),
    ])

    @Test("preserves incomplete messages and the names of sessions")
    func roundTrip() throws {
        #expect(try HandoverTable(decoding: Self.table.encoded()) == Self.table)
        #expect(try HandoverTable(decoding: HandoverTable([]).encoded()) == HandoverTable([]))
    }

    @Test("rejects every truncated or damaged table")
    func damage() throws {
        let data = try Self.table.encoded()
        for count in 0..<data.count {
            #expect(throws: HandoverTable.Damage.self) { try HandoverTable(decoding: data.prefix(count)) }
            var damaged = data
            damaged[count] = 0
            #expect(throws: HandoverTable.Damage.self) { try HandoverTable(decoding: damaged) }
        }
        #expect(throws: HandoverTable.Damage.self) { try HandoverTable(decoding: data + data) }
    }

    @Test("rejects a table of another version, and a table that contains a socket twice")
    func unknown() throws {
        let text = String(decoding: try Self.table.encoded(), as: UTF8.self)
        let other = Data(text.replacing("\"version\":1", with: "\"version\":2").utf8)
        #expect(throws: HandoverTable.Damage.self) { try HandoverTable(decoding: other) }
        let twice = HandoverTable([.init(socket: 1), .init(socket: 1)])
        #expect(throws: HandoverTable.Damage.self) { try HandoverTable(decoding: twice.encoded()) }
    }

    /// A connection, whose other end the daemon has stored.
    private struct StoredConnection {
        let client: Int32
        let inode: UInt64
        let stored: ActivatedSocket

        init() throws {
            var ends: [Int32] = [-1, -1]
            #expect(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0)
            client = ends[0]
            var status = stat()
            #expect(fstat(ends[1], &status) == 0)
            inode = UInt64(status.st_ino)
            stored = ActivatedSocket(adopting: ends[1], name: ConnectionHandover.socketName)
        }

        /// Whether the daemon has closed its end of the connection.
        var isClosed: Bool {
            var byte: UInt8 = 0
            return recv(client, &byte, 1, Int32(MSG_DONTWAIT)) == 0
        }
    }

    private func handover(_ log: LogRecorder) -> ConnectionHandover {
        ConnectionHandover(
            manager: ServiceManager(environment: ServiceEnvironment(), logger: log.logger("test")), storeSize: nil,
            logger: log.logger("test"))
    }

    private func stored(_ table: Data) throws -> ActivatedSocket {
        ActivatedSocket(
            adopting: try MemoryFile.make(named: "test", contents: Array(table)), name: ConnectionHandover.tableName)
    }

    @Test("takes over the connections in the table, and closes connections that are not in the table")
    func taking() throws {
        let log = LogRecorder(level: .notice)
        let (known, unknown) = (try StoredConnection(), try StoredConnection())
        let table = HandoverTable([
            .init(socket: known.inode, input: Data("{\"".utf8), sessions: ["notebook"]), .init(socket: 0),
        ])
        let taken = handover(log).take([unknown.stored, try stored(table.encoded()), known.stored])
        #expect(taken.map(\.input) == [Array("{\"".utf8)])
        #expect(taken.map(\.lostState) == [["notebook"]])
        #expect(unknown.isClosed && !known.isClosed)
        #expect(log.lines.isEmpty)
    }

    @Test("closes all connections when there is no intact table", arguments: [0, 1, 2])
    func damagedTable(_ count: Int) throws {
        let log = LogRecorder(level: .notice)
        let connection = try StoredConnection()
        let table = try HandoverTable([.init(socket: connection.inode)]).encoded()
        let tables = try (0..<count).map { _ in try stored(count == 1 ? table.dropLast() : table) }
        #expect(handover(log).take([connection.stored] + tables).isEmpty)
        #expect(connection.isClosed)
        #expect(log.lines.count == 1)
    }

    @Test("does nothing without stored connections, and is impossible without systemd or a store")
    func nothing() throws {
        let log = LogRecorder(level: .notice)
        #expect(handover(log).take([]).isEmpty)
        #expect(!handover(log).isPossible)
        let environment = ServiceEnvironment(variables: ["NOTIFY_SOCKET": "@none"])
        let manager = ServiceManager(environment: environment, logger: log.logger("test"))
        for (size, isPossible) in [(nil, true), (16, true), (0, false)] {
            #expect(
                ConnectionHandover(manager: manager, storeSize: size, logger: log.logger("test")).isPossible
                    == isPossible)
        }
        #expect(log.lines.isEmpty)
    }
}
