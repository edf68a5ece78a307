import Systemd
import Testing

@Suite struct MessageIdentifierTests {
    @Test(arguments: [
        "0123456789abcdef0123456789abcdef", "0123456789ABCDEF0123456789ABCDEF", "01234567-89ab-cdef-0123-456789abcdef",
    ])
    func digitsBecomeLowercase(text: String) {
        #expect(MessageIdentifier(text)?.description == "0123456789abcdef0123456789abcdef")
    }

    @Test(arguments: [
        "", "0123456789abcdef0123456789abcde", "0123456789abcdef0123456789abcdefa", "0123456789abcdef0123456789abcdeg",
        "0123456-789ab-cdef-0123-456789abcdef", "00000000000000000000000000000000", "0123456789abcdef-0123456789abcdef",
    ])
    func anythingElseIsNone(text: String) {
        #expect(MessageIdentifier(text) == nil)
    }
}
