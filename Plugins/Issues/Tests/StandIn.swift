import Foundation
import Testing
import TrellisHTTPTesting

/// A GitHub on the loopback interface for trying the plugin by hand; it is no test.
///
///     TRELLIS_STAND_IN=8080 swift test --skip-build --filter StandIn
///
/// It runs until it is interrupted. Every sign-in is approved at once; the client ID is `Iv1.client`, a token
/// `gho_octocat`.
@Suite("A GitHub to try the plugin with")
struct StandIn {
    private static let port = ProcessInfo.processInfo.environment["TRELLIS_STAND_IN"].flatMap(Int.init)

    @Test("serves", .enabled(if: StandIn.port != nil, "TRELLIS_STAND_IN names no port"))
    func serve() async throws {
        let github = FakeGitHub { $0.consent = .approved }
        try await LoopbackServer.with(port: Self.port, { github.reply(to: $0) }) { server in
            print("GitHub's stand-in is at \(server.url)")
            try await Task.sleep(for: .seconds(86_400))
        }
    }
}
