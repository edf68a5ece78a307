import Foundation
import Issues
import Logging
import SystemPackage
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

/// The plugin Issues with a GitHub of its own, around the body of a test.
struct IssuesSetting: Sendable {
    let issues: IssuesClient
    let plugin: RunningPlugin
    let github: FakeGitHub
    let server: LoopbackServer
    let clock: ManualClock
    let log: LogBook

    /// How the client reaches the plugin.
    static let transports = Transport.allCases

    /// Runs the plugin around a body.
    ///
    /// - Parameters:
    ///   - transport: How the client reaches it.
    ///   - token: The token that the operator hands over as a credential.
    ///   - settings: More of its configuration.
    ///   - github: The GitHub.
    ///   - server: Where the GitHub is; nil for a server that is stopped afterwards.
    ///   - folder: Where its directories are; nil for a folder that is removed afterwards.
    ///   - clock: The time of day.
    ///   - adjust: Changes the plugin's declaration.
    ///   - body: What to do with it.
    /// - Throws: What keeps it from running, and what the body throws.
    static func with(
        over transport: Transport = .process, token: String? = nil, settings: [String: String] = [:],
        github: FakeGitHub = FakeGitHub(), on server: LoopbackServer? = nil, in folder: FilePath? = nil,
        clock: ManualClock = ManualClock(), adjusting adjust: @escaping @Sendable (inout Blueprint) -> Void = { _ in },
        _ body: (IssuesSetting) async throws -> Void
    ) async throws {
        guard let server else {
            return try await LoopbackServer.with({ github.reply(to: $0) }) { server in
                try await with(
                    over: transport, token: token, settings: settings, github: github, on: server, in: folder,
                    clock: clock, adjusting: adjust, body)
            }
        }
        guard let folder else {
            return try await withTemporaryFolder { folder in
                try await with(
                    over: transport, token: token, settings: settings, github: github, on: server, in: folder,
                    clock: clock, adjusting: adjust, body)
            }
        }
        let log = LogBook()
        let credentials = token.map { ["issues.token": Array("\($0)\n".utf8)] } ?? [:]
        let environment = HostEnvironment.test(
            in: folder, clock: clock.clock, credentials: credentials, logger: log.logger)
        let settings = ["baseURL": server.url, "clientId": "Iv1.client", "timeout": "1min"].merging(settings) { $1 }
        try await withPlugin(
            IssuesPlugin.self, settings: settings, environment: environment, over: transport, adjusting: adjust
        ) { plugin in
            try await body(
                IssuesSetting(
                    issues: IssuesClient(plugin.caller), plugin: plugin, github: github, server: server, clock: clock,
                    log: log))
        }
    }

    /// Signs in by the device flow.
    func login() async throws {
        github.change { $0.consent = .approved }
        var replies = issues.login().makeAsyncIterator()
        #expect(try await replies.next()?.step == .code)
        try await clock.passNext(.seconds(5))
        #expect(try await replies.next()?.step == .done)
    }
}

/// Every reply of a stream.
func collect<Reply>(_ replies: ReplySequence<Reply>) async throws -> [Reply] {
    try await replies.reduce(into: []) { $0.append($1) }
}
