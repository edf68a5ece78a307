import Foundation
import Issues
import Logging
import SystemPackage
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

/// A running plugin, and the fake GitHub that the plugin uses.
struct IssuesFixture: Sendable {
    let issues: IssuesClient
    let plugin: RunningPlugin
    let github: FakeGitHub
    let server: LoopbackServer
    let clock: ManualClock
    let log: LogRecorder

    /// The transports between client and plugin.
    static let transports = Transport.allCases

    /// Calls a function with the running plugin.
    ///
    /// - Parameters:
    ///   - transport: The transport between client and plugin.
    ///   - token: The token in the credential; nil for no credential.
    ///   - settings: Additional keys of the plugin's section, with their values.
    ///   - github: The fake GitHub, with its repositories and accounts.
    ///   - server: The server of the fake GitHub; nil for a temporary one.
    ///   - folder: The parent of the plugin's directories; nil for a temporary one.
    ///   - clock: The clock of the plugin.
    ///   - adjust: Changes the plugin's blueprint before validation.
    ///   - body: The function, which receives the running plugin.
    /// - Throws: The error of starting the plugin; the error of the body.
    static func with(
        over transport: Transport = .process, token: String? = nil, settings: [String: String] = [:],
        github: FakeGitHub = FakeGitHub(), on server: LoopbackServer? = nil, in folder: FilePath? = nil,
        clock: ManualClock = ManualClock(skippingSleepsBelow: .seconds(5)),
        adjusting adjust: @escaping @Sendable (inout Blueprint) -> Void = { _ in },
        _ body: (IssuesFixture) async throws -> Void
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
        let log = LogRecorder()
        let credentials = token.map { ["issues.token": Array("\($0)\n".utf8)] } ?? [:]
        let environment = HostEnvironment.test(
            in: folder, clock: clock.clock, credentials: credentials, logger: log.logger)
        let settings = ["baseURL": server.url, "clientId": "Iv1.client", "timeout": "1min"].merging(settings) { $1 }
        try await withPlugin(
            IssuesPlugin.self, settings: settings, environment: environment, over: transport, adjusting: adjust
        ) { plugin in
            try await body(
                IssuesFixture(
                    issues: IssuesClient(plugin.caller), plugin: plugin, github: github, server: server, clock: clock,
                    log: log))
        }
    }

    /// Signs in with the device flow.
    func login() async throws {
        github.change { $0.consent = .approved }
        var replies = issues.login().makeAsyncIterator()
        #expect(try await replies.next()?.step == .code)
        try await clock.passNext(.seconds(5))
        #expect(try await replies.next()?.step == .done)
    }
}

/// Returns all replies of a stream.
func collect<Reply>(_ replies: ReplySequence<Reply>) async throws -> [Reply] {
    try await replies.reduce(into: []) { $0.append($1) }
}
