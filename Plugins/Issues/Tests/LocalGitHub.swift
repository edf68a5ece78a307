import Foundation
import Testing
import TrellisHTTPTesting

/// A GitHub server on the loopback interface for manual tests of the plugin.
///
///     TRELLIS_LOCAL_GITHUB=8080 swift test --skip-build --filter LocalGitHub
///
/// It runs until it is interrupted. Every sign-in is approved at once; the client ID is `Iv1.client`, a token is
/// `gho_octocat`.
@Suite("Local GitHub server")
struct LocalGitHub {
    private static let port = ProcessInfo.processInfo.environment["TRELLIS_LOCAL_GITHUB"].flatMap(Int.init)

    @Test("runs until it is interrupted", .enabled(if: LocalGitHub.port != nil, "TRELLIS_LOCAL_GITHUB names no port"))
    func serve() async throws {
        let github = FakeGitHub { $0.consent = .approved }
        try await LoopbackServer.with(port: Self.port, { github.reply(to: $0) }) { server in
            print("GitHub is served at \(server.url)")
            try await Task.sleep(for: .seconds(86_400))
        }
    }
}
