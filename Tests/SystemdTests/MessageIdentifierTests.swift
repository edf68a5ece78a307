import Systemd
import Testing

@Suite("MessageIdentifier", .timeLimit(.minutes(2)))
struct MessageIdentifierTests {
    @Test(
        "parses digits of either case and UUIDs",
        arguments: [
            "0123456789abcdef0123456789abcdef", "0123456789ABCDEF0123456789ABCDEF",
            "01234567-89ab-cdef-0123-456789abcdef",
        ])
    func parsing(text: String) {
        #expect(MessageIdentifier(text)?.description == "0123456789abcdef0123456789abcdef")
    }

    @Test(
        "rejects text that is not an identifier",
        arguments: [
            "", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdefa",
            "0123456789abcdef0123456789abcdeg", "0123456-789ab-cdef-0123-456789abcdef",
            "00000000000000000000000000000000", "0123456789abcdef-0123456789abcdef",
        ])
    func rejection(text: String) {
        #expect(MessageIdentifier(text) == nil)
    }
}
