import Testing

@testable import Systemd

@Suite("JournalField", .timeLimit(.minutes(2)))
struct JournalFieldTests {
    @Test(
        "converts metadata keys to field names",
        arguments: [
            ("plugin", "TRELLIS_PLUGIN"),
            ("requestID", "TRELLIS_REQUEST_ID"),
            ("http.status-code", "TRELLIS_HTTP_STATUS_CODE"),
            ("ipv4Address", "TRELLIS_IPV4_ADDRESS"),
            ("PRIORITY", "TRELLIS_PRIORITY"),
            ("_PID", "TRELLIS__PID"),
            ("a=b\nMESSAGE", "TRELLIS_A_B_MESSAGE"),
            ("größe", "TRELLIS_GR__E"),
            ("", "TRELLIS_"),
        ])
    func conversion(key: String, field: String) {
        #expect(JournalField.name(prefix: "TRELLIS_", key: key) == field)
    }

    @Test("returns a name that journald accepts for any key")
    func validity() {
        let keys = [String(repeating: "aB", count: 200), "🦊", "\0", "9", "=", "ÀÉ"]
        for key in keys {
            let name = JournalField.name(prefix: "T_", key: key)
            #expect(JournalField.isValid(name), "\(key) became \(name)")
        }
    }

    @Test(
        "rejects names that journald drops",
        arguments: ["", "_PID", "9LIVES", "lower", "A-B", "A B", String(repeating: "A", count: 65)])
    func invalidNames(name: String) {
        #expect(!JournalField.isValid(name))
    }
}
