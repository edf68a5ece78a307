import Foundation
import HostInterface
import Issues
import SystemPackage
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@Suite("Login and Logout", .timeLimit(.minutes(2)))
struct LoginTests {
    @Test("Login increases the interval when GitHub responds with slow_down")
    func slowDown() async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.change { $0.isTooFast = true }
            fixture.github.change { $0.consent = .approved }
            var replies = fixture.issues.login().makeAsyncIterator()
            _ = try await replies.next()
            try await fixture.clock.passNext(.seconds(5))
            try await fixture.clock.passNext(.seconds(10))
            #expect(try await replies.next()?.step == .done)
        }
    }

    @Test("Login fails when the user denies the sign-in or the code expires")
    func refusal() async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.change { $0.consent = .denied }
            var replies = fixture.issues.login().makeAsyncIterator()
            _ = try await replies.next()
            try await fixture.clock.passNext(.seconds(5))
            await #expect(throws: IssuesError.loginDenied) { try await replies.next() }

            fixture.github.change { $0.consent = .pending }
            var more = fixture.issues.login().makeAsyncIterator()
            _ = try await more.next()
            try await fixture.clock.passNext(.seconds(5))
            fixture.clock.advance(by: .seconds(900))
            await #expect(throws: IssuesError.loginExpired) { try await more.next() }
            await #expect { try await fixture.issues.whoAmI() } throws: { IssuesServiceTests.isNotSignedIn($0) }
        }
    }

    @Test(
        "Login uses the interval that GitHub requires, at least one second",
        arguments: [(12, 12), (0, 1), (-7, 1)])
    func interval(requested: Int, waited: Int) async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.change { $0.interval = requested }
            fixture.github.change { $0.consent = .approved }
            var replies = fixture.issues.login().makeAsyncIterator()
            _ = try await replies.next()
            if waited >= 5 { try await fixture.clock.passNext(.seconds(waited)) }
            #expect(try await replies.next()?.step == .done)
            // The clock skips sleeps of less than 5 s.
            #expect(fixture.clock.skippedSleeps == (waited < 5 ? [.seconds(waited)] : []))
        }
    }

    @Test("Login fails when GitHub reports an expired code", arguments: ["expired_token", "token_expired"])
    func expired(word: String) async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.fail("access_token", with: .json(["error": word]), times: 1)
            var replies = fixture.issues.login().makeAsyncIterator()
            _ = try await replies.next()
            try await fixture.clock.passNext(.seconds(5))
            await #expect(throws: IssuesError.loginExpired) { try await replies.next() }
        }
    }

    /// See docs.github.com, "Authorizing OAuth apps", "Rate limits for the device flow".
    @Test("Login fails when GitHub limits the number of sign-ins", arguments: [403, 429])
    func tooMany(status: Int) async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.fail("/login/device/code", with: .error(status, "Too many requests"))
            await #expect {
                try await collect(fixture.issues.login())
            } throws: { error in
                guard case .unreachable(let reason, _) = error as? IssuesError else { return false }
                return reason == "rate limited (\(status)): too many sign-ins"
            }
        }
    }

    @Test(
        "Login reports GitHub's error code and the meaning of the code",
        arguments: [
            ("device_flow_disabled", "disabled in the settings"),
            ("incorrect_client_credentials", "plugins.issues.clientId"),
            ("incorrect_device_code", "log in again"), ("unsupported_grant_type", "device flow"),
        ])
    func rejectedWithCode(code: String, meaning: String) async throws {
        try await IssuesFixture.with { fixture async throws in
            fixture.github.fail("access_token", with: .json(["error": code, "error_description": "No."]), times: 1)
            var replies = fixture.issues.login().makeAsyncIterator()
            _ = try await replies.next()
            try await fixture.clock.passNext(.seconds(5))
            await #expect {
                try await replies.next()
            } throws: { error in
                guard case .loginRefused(code, let message) = error as? IssuesError else { return false }
                return message.contains(meaning) && message.contains("No.")
            }
        }
    }

    @Test("Login fails without a client ID, and with an unknown client ID")
    func clientID() async throws {
        try await IssuesFixture.with(settings: ["clientId": "wrong"]) { fixture async throws in
            await #expect {
                try await collect(fixture.issues.login())
            } throws: { error in
                guard case .loginRefused(_, let message) = error as? IssuesError else { return false }
                return message.contains("unknown client ID")
            }
        }
        let github = FakeGitHub()
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            try await withPlugin(IssuesPlugin.self, settings: ["baseURL": server.url]) { plugin in
                let issues = IssuesClient(plugin.caller)
                await #expect(throws: IssuesError.noClientId) { try await collect(issues.login()) }
                #expect(github.requests.isEmpty)
            }
        }
    }

    @Test("rejects Login and Logout while the token is a credential")
    func credential() async throws {
        try await IssuesFixture.with(token: "gho_octocat") { fixture async throws in
            #expect(try await fixture.issues.whoAmI().source == .credential)
            let error = IssuesError.tokenIsCredential(credential: "issues.token")
            await #expect(throws: error) { try await collect(fixture.issues.login()) }
            await #expect(throws: error) { try await fixture.issues.logout() }
            #expect(try await fixture.issues.whoAmI().user.login == "octocat")
        }
    }

    @Test("reads the token from the configured credential")
    func otherCredential() async throws {
        let github = FakeGitHub()
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            try await withTemporaryFolder { folder in
                let environment = HostEnvironment.test(
                    in: folder, credentials: ["issues.github": Array("gho_octocat".utf8)])
                try await withPlugin(
                    IssuesPlugin.self, settings: ["baseURL": server.url, "credential": "github"],
                    environment: environment
                ) { plugin in
                    let reply = try await IssuesClient(plugin.caller).whoAmI()
                    #expect(reply.user.login == "octocat")
                }
            }
        }
    }

    @Test("the account remains signed in across a restart, until a sign-out")
    func restart() async throws {
        let github = FakeGitHub()
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            try await withTemporaryFolder { folder in
                try await IssuesFixture.with(github: github, on: server, in: folder) { try await $0.login() }
                let token = folder.appending("state").appending("issues").appending("token")
                #expect(FileManager.default.fileExists(atPath: token.string))
                try await IssuesFixture.with(github: github, on: server, in: folder) { fixture async throws in
                    let status = await fixture.plugin.status().status
                    #expect(status == "signed in")
                    _ = try await fixture.issues.logout()
                    #expect(!FileManager.default.fileExists(atPath: token.string))
                }
                try await IssuesFixture.with(github: github, on: server, in: folder) { fixture async throws in
                    await #expect { try await fixture.issues.whoAmI() } throws: {
                        IssuesServiceTests.isNotSignedIn($0)
                    }
                }
            }
        }
    }

    @Test("the status line shows the signed-in account")
    func status() async throws {
        try await IssuesFixture.with { fixture async throws in
            #expect(await fixture.plugin.status().status == "not signed in")
            try await fixture.login()
            #expect(await fixture.plugin.status().status == "signed in as octocat")
            _ = try await fixture.issues.logout()
            #expect(await fixture.plugin.status().status == "not signed in")
        }
    }

    @Test("Login reports a token that cannot be stored, and the account is signed in")
    func unkept() async throws {
        try await IssuesFixture.with { fixture async throws in
            try FileManager.default.createDirectory(
                atPath: fixture.plugin.directories.state.appending("token.new").string,
                withIntermediateDirectories: false)
            fixture.github.change { $0.consent = .approved }
            var replies = fixture.issues.login().makeAsyncIterator()
            _ = try await replies.next()
            try await fixture.clock.passNext(.seconds(5))
            await #expect {
                try await replies.next()
            } throws: { error in
                guard case .tokenNotStored(let reason) = error as? IssuesError else { return false }
                return reason.contains("cannot write the token to")
            }
            #expect(try await fixture.issues.whoAmI().user.login == "octocat")
        }
    }

    @Test("does not reveal the token in replies, logs or other files")
    func secrecy() async throws {
        try await IssuesFixture.with(over: .socket) { fixture async throws in
            fixture.github.change { $0.consent = .approved }
            var replies = fixture.issues.login().makeAsyncIterator()
            var output = "\(String(describing: try await replies.next()))"
            try await fixture.clock.passNext(.seconds(5))
            output += "\(String(describing: try await replies.next()))"
            output += "\(try await fixture.issues.whoAmI())"
            output += "\(try await collect(fixture.issues.repos()))"
            fixture.github.fail("/user", with: .error(401, "Bad credentials"))
            do { _ = try await fixture.issues.whoAmI() } catch { output += "\(error)" }
            fixture.github.repair()
            fixture.github.fail("/user", with: .drop)
            do { _ = try await collect(fixture.issues.repos(owner: "nobody")) } catch { output += "\(error)" }
            output += "\(await fixture.plugin.status())"
            #expect(!output.contains("gho_"))
            #expect(!fixture.log.lines.isEmpty)
            #expect(fixture.log.lines.filter { $0.contains("gho_") } == [])
            let cache = fixture.plugin.directories.cache.string
            for file in FileManager.default.enumerator(atPath: cache)?.allObjects as? [String] ?? [] {
                #expect(!file.contains("gho_"))
                let contents = FileManager.default.contents(atPath: "\(cache)/\(file)") ?? Data()
                #expect(!String(decoding: contents, as: UTF8.self).contains("gho_"))
            }
        }
    }

    @Test("Login stops requesting the token when the client disconnects")
    func departure() async throws {
        try await IssuesFixture.with(over: .socket) { fixture async throws in
            fixture.github.fail("access_token", with: .hang)
            let client = try await fixture.plugin.connect()
            let login = Task {
                for try await _ in IssuesClient(client).login() {}
            }
            try await fixture.clock.passNext(.seconds(5))
            var hanging = fixture.server.hanging.makeAsyncIterator()
            _ = await hanging.next()
            login.cancel()
            var abandoned = fixture.server.abandoned.makeAsyncIterator()
            #expect(await abandoned.next()?.path == "/login/oauth/access_token")
            _ = await login.result
        }
    }
}
