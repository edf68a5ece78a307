import Testing

@testable import TrellisWeb

@Suite("Hosts of requests", .timeLimit(.minutes(2)))
struct LoopbackHostTests {
    @Test(
        "accepts the names and addresses of the loopback interface",
        arguments: [
            "localhost", "LOCALHOST:80", "127.0.0.1", "127.0.0.1:9464", "127.1.2.3", "[::1]", "[::1]:8765",
        ])
    func valid(host: String) { #expect(LoopbackHost.isValid(host)) }

    @Test(
        "rejects other hosts",
        arguments: [
            nil, "", "evil.example", "evil.example:9464", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0",
            "127.0.0.256", "128.0.0.1", "0.0.0.0", "[::2]", "[::1]evil.example", "127.0.0.1:99999", "127.0.0.1:80:80",
            "::1",
        ])
    func invalid(host: String?) { #expect(!LoopbackHost.isValid(host)) }
}

@Suite("Addresses of HTTP servers", .timeLimit(.minutes(2)))
struct ListenAddressTests {
    @Test(
        "parses loopback addresses and Unix sockets",
        arguments: [
            "127.0.0.1:9464", "127.8.8.8:0", "[::1]:8765", "unix:/run/trellis/metrics.sock",
        ])
    func valid(text: String) throws { #expect(try ListenAddress(text).description == text) }

    @Test("rejects the path of a Unix socket that is too long")
    func long() {
        #expect(throws: InvalidListenAddress.self) { try ListenAddress("unix:/" + String(repeating: "a", count: 103)) }
        #expect(throws: Never.self) { try ListenAddress("unix:/" + String(repeating: "a", count: 102)) }
    }
}
