import Etcd
import Testing

@Suite("Endpoints", .timeLimit(.minutes(2)))
struct EndpointTests {
    @Test(
        "reads host and port",
        arguments: [
            ("10.0.0.7:2380", "10.0.0.7", 2380, "10.0.0.7:2380"),
            ("etcd-1.example.org", "etcd-1.example.org", 2379, "etcd-1.example.org:2379"),
            ("[fd00::7]:2380", "fd00::7", 2380, "[fd00::7]:2380"),
            ("[::1]", "::1", 2379, "[::1]:2379"),
        ])
    func valid(text: String, host: String, port: Int, description: String) throws {
        let endpoint = try #require(EtcdEndpoint(text))
        #expect(endpoint.host == host)
        #expect(endpoint.port == port)
        #expect(endpoint.description == description)
    }

    @Test(
        "rejects another form",
        arguments: [
            "", ":2379", "host:", "host:0", "host:65536", "host:x", "http://host:2379", "host:2379/", "fd00::7",
            "[fd00::7", "[fd00::7]2379", "[host]:2379", "a b", "hôte",
        ])
    func invalid(text: String) { #expect(EtcdEndpoint(text) == nil) }
}
