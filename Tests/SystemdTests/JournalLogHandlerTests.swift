import LogSupport
import Logging
import Testing

@testable import Systemd

@Suite("JournalLogHandler", .timeLimit(.minutes(2)))
struct JournalLogHandlerTests {
    private let entries = Recorder<JournalEntry>()
    private let writer: JournalWriter

    init() {
        let entries = entries
        writer = JournalWriter(identifier: "trellisd", fieldPrefix: "TRELLIS_", limits: OutputQueueLimits()) {
            entries.append($0)
            return true
        }
    }

    private func logger(_ provider: Logger.MetadataProvider? = nil) -> Logger {
        var logger = Logger(label: "items") { JournalLogHandler(label: $0, writer: writer, metadataProvider: provider) }
        logger.logLevel = .trace
        return logger
    }

    private func firstEntry() throws -> [String] { try #require(entries.wait(count: 1).first).fields }

    @Test("writes the fields of the journal")
    func fields() throws {
        logger().warning(
            "Slow commit", metadata: ["plugin": "items"], file: "Items/Store.swift", function: "add()", line: 7)
        #expect(
            try firstEntry() == [
                "MESSAGE=Slow commit", "PRIORITY=4", "SYSLOG_IDENTIFIER=trellisd", "LOGGER=items",
                "CODE_FILE=Items/Store.swift", "CODE_LINE=7", "CODE_FUNC=add()", "TRELLIS_PLUGIN=items",
            ])
    }

    @Test("converts levels to priorities", arguments: zip(Logger.Level.allCases, ["7", "7", "6", "5", "4", "3", "2"]))
    func priorities(level: Logger.Level, priority: String) throws {
        logger().log(level: level, "x")
        #expect(try firstEntry().contains("PRIORITY=\(priority)"))
    }

    @Test("writes an error to the message and to separate fields")
    func error() throws {
        logger().error("Start failed", error: SystemCallError(errno: 28))
        let fields = try firstEntry()
        #expect(fields.contains("MESSAGE=Start failed: No space left on device (errno 28)"))
        #expect(fields.contains("TRELLIS_ERROR_MESSAGE=No space left on device (errno 28)"))
        #expect(fields.contains("TRELLIS_ERROR_TYPE=Systemd.SystemCallError"))
    }

    @Test("writes a message identifier to MESSAGE_ID")
    func messageIdentifier() throws {
        logger().info("x", metadata: ["messageID": "\("0123456789ABCDEF0123456789ABCDEF")"])
        let fields = try firstEntry()
        #expect(fields.contains("MESSAGE_ID=0123456789abcdef0123456789abcdef"))
        #expect(!fields.contains { $0.hasPrefix("TRELLIS_MESSAGE_ID") })
    }

    @Test("treats an invalid message identifier as other metadata")
    func invalidMessageIdentifier() throws {
        logger().info("x", metadata: ["messageID": "17"])
        let fields = try firstEntry()
        #expect(fields.contains("TRELLIS_MESSAGE_ID=17"))
        #expect(!fields.contains { $0.hasPrefix("MESSAGE_ID=") })
    }

    @Test("metadata does not replace fields of the journal")
    func reservedFields() throws {
        logger().info("x", metadata: ["PRIORITY": "0", "_PID": "1", "MESSAGE": "y", "evil\nMESSAGE": "z"])
        let names = try firstEntry().map { $0.prefix { $0 != "=" } }
        #expect(names.filter { $0 == "PRIORITY" }.count == 1)
        #expect(names.filter { $0 == "MESSAGE" }.count == 1)
        #expect(names.allSatisfy { JournalField.isValid(String($0)) })
    }

    @Test("keeps every byte of values")
    func values() throws {
        logger().info("first\nsecond\0", metadata: ["query": "a=b\nc", "list": ["x", "y"], "map": ["user key": "z"]])
        let fields = try firstEntry()
        #expect(fields.contains("MESSAGE=first\nsecond\0"))
        #expect(fields.contains("TRELLIS_QUERY=a=b\nc"))
        #expect(fields.contains { $0.hasPrefix("TRELLIS_MAP=") && $0.contains("user key") })
        #expect(!fields.contains { $0.hasPrefix("TRELLIS_USER") })
    }

    @Test("metadata of the message replaces that of the provider, which replaces that of the logger")
    func precedence() throws {
        var logger = logger(Logger.MetadataProvider { ["a": "provider", "b": "provider"] })
        logger[metadataKey: "a"] = "logger"
        logger[metadataKey: "c"] = "logger"
        logger.info("x", metadata: ["b": "message"])
        #expect(try firstEntry().suffix(3) == ["TRELLIS_A=provider", "TRELLIS_B=message", "TRELLIS_C=logger"])
    }

    @Test("a log handler has value semantics")
    func valueSemantics() {
        var first = logger()
        first.logLevel = .debug
        first[metadataKey: "only-on"] = "first"
        var second = first
        second.logLevel = .error
        second[metadataKey: "only-on"] = "second"
        #expect(first.logLevel == .debug)
        #expect(second.logLevel == .error)
        #expect(first[metadataKey: "only-on"] == "first")
        #expect(second[metadataKey: "only-on"] == "second")
    }
}
