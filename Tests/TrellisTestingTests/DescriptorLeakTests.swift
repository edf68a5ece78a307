import Foundation
import Synchronization
import Testing
import TrellisTesting

/// `make test` runs it in a process of its own: other tests that open sockets meanwhile could hide the leak, and a test that
/// starts a plugin in step with this one would report it as well.
@Suite("Descriptors that the lives of a plugin leave open", .timeLimit(.minutes(10)))
struct DescriptorLeakTests {
    @Test("rejects a socket that each life leaves open")
    func socket() async throws {
        defer { LeakedSocket.closeAll() }
        let conformance = PluginConformance(PlainPlugin.self, adjusting: { $0.provide(LeakedSocket.init) })
        let found = try await violations(of: conformance, .lives, starts: 100)
        #expect(found.map(\.problem) == ["each life leaves 1 socket or pipe open"])
        #expect(found.first?.location == "100 starts and stops")
        #expect(found.first?.advice.hasPrefix("Close each socket in close()") == true)
    }
}

/// An instance that opens a socket and does not close it.
private final class LeakedSocket: Sendable {
    private static let descriptors = Mutex<[CInt]>([])

    init() {
        let descriptor = Foundation.socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        Self.descriptors.withLock { $0.append(descriptor) }
    }

    static func closeAll() { for descriptor in descriptors.withLock(\.self) { close(descriptor) } }
}
