import Foundation
import Testing
import TrellisHTTPTesting

/// A GitHub server on the loopback interface for manual tests of the plugin.
///
///     TRELLIS_LOCAL_GITHUB=8080 swift test --skip-build --filter LocalGitHub
///
/// The server runs until it is interrupted, and approves every sign-in immediately. The client ID is `Iv1.client`; the
/// token `gho_octocat` is valid.
@Suite("Local GitHub server", .timeLimit(.minutes(2)))
struct LocalGitHub {
    private static let port = ProcessInfo.processInfo.environment["TRELLIS_LOCAL_GITHUB"].flatMap(Int.init)

    @Test(
        "the server runs until the process is interrupted",
        .enabled(if: LocalGitHub.port != nil, "TRELLIS_LOCAL_GITHUB names no port"))
    func serve() async throws {
        let github = FakeGitHub { $0.consent = .approved }
        try await LoopbackServer.with(port: Self.port, { github.reply(to: $0) }) { server in
            print("GitHub is served at \(server.url)")
            try await Task.sleep(for: .seconds(86_400))
        }
    }
}
