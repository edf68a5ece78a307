import Foundation
import HostInterface
import Issues
import SystemPackage
import Testing
import Trellis
import TrellisHTTPTesting
import TrellisTesting

@Suite("Signing in and out", .timeLimit(.minutes(10)))
struct LoginTests {
    @Test("waits longer when GitHub says slow_down")
    func slowDown() async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.change { $0.isTooFast = true }
            setting.github.change { $0.consent = .approved }
            var replies = setting.issues.login().makeAsyncIterator()
            _ = try await replies.next()
            try await setting.clock.passNext(.seconds(5))
            try await setting.clock.passNext(.seconds(10))
            #expect(try await replies.next()?.step == .done)
        }
    }

    @Test("ends when somebody says no in the browser, or nobody enters the code in time")
    func refusal() async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.change { $0.consent = .denied }
            var replies = setting.issues.login().makeAsyncIterator()
            _ = try await replies.next()
            try await setting.clock.passNext(.seconds(5))
            await #expect(throws: IssuesError.loginDenied) { try await replies.next() }

            setting.github.change { $0.consent = .pending }
            var more = setting.issues.login().makeAsyncIterator()
            _ = try await more.next()
            try await setting.clock.passNext(.seconds(5))
            setting.clock.advance(by: .seconds(900))
            await #expect(throws: IssuesError.loginExpired) { try await more.next() }
            await #expect { try await setting.issues.whoAmI() } throws: { IssuesCommandsTests.isNotSignedIn($0) }
        }
    }

    @Test(
        "waits as long as GitHub asks for, and a second when it asks for nothing",
        arguments: [(12, 12), (0, 1), (-7, 1)])
    func interval(asked: Int, waited: Int) async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.change { $0.interval = asked }
            setting.github.change { $0.consent = .approved }
            var replies = setting.issues.login().makeAsyncIterator()
            _ = try await replies.next()
            if waited >= 5 { try await setting.clock.passNext(.seconds(waited)) }
            #expect(try await replies.next()?.step == .done)
            // What is shorter than five seconds passes by itself.
            #expect(setting.clock.pauses == (waited < 5 ? [.seconds(waited)] : []))
        }
    }

    @Test("ends when GitHub says that the code is too old", arguments: ["expired_token", "token_expired"])
    func expired(word: String) async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.fail("access_token", with: .json(["error": word]), times: 1)
            var replies = setting.issues.login().makeAsyncIterator()
            _ = try await replies.next()
            try await setting.clock.passNext(.seconds(5))
            await #expect(throws: IssuesError.loginExpired) { try await replies.next() }
        }
    }

    /// docs.github.com, "Authorizing OAuth apps", "Rate limits for the device flow".
    @Test("does not begin when there were too many", arguments: [403, 429])
    func tooMany(status: Int) async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.fail("/login/device/code", with: .error(status, "Too many requests"))
            await #expect {
                try await collect(setting.issues.login())
            } throws: { error in
                guard case .unreachable(let reason, _) = error as? IssuesError else { return false }
                return reason == "it takes no more sign-ins for now"
            }
        }
    }

    @Test(
        "ends with GitHub's word for what it refuses, and what it means",
        arguments: [
            ("device_flow_disabled", "not enabled in the settings"), ("incorrect_client_credentials", "the clientId"),
            ("incorrect_device_code", "log in again"), ("unsupported_grant_type", "device flow"),
        ])
    func refusedByWord(code: String, meaning: String) async throws {
        try await IssuesSetting.with { setting async throws in
            setting.github.fail("access_token", with: .json(["error": code, "error_description": "No."]), times: 1)
            var replies = setting.issues.login().makeAsyncIterator()
            _ = try await replies.next()
            try await setting.clock.passNext(.seconds(5))
            await #expect {
                try await replies.next()
            } throws: { error in
                guard case .loginRefused(code, let message) = error as? IssuesError else { return false }
                return message.contains(meaning) && message.contains("No.")
            }
        }
    }

    @Test("is refused without a client ID, and with a wrong one")
    func clientID() async throws {
        try await IssuesSetting.with(settings: ["clientId": "wrong"]) { setting async throws in
            await #expect {
                try await collect(setting.issues.login())
            } throws: { error in
                guard case .loginRefused(_, let message) = error as? IssuesError else { return false }
                return message.contains("does not know the clientId")
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

    @Test("is the operator's matter when the token is a credential")
    func credential() async throws {
        try await IssuesSetting.with(token: "gho_octocat") { setting async throws in
            #expect(try await setting.issues.whoAmI().source == .credential)
            let error = IssuesError.tokenIsCredential(credential: "issues.token")
            await #expect(throws: error) { try await collect(setting.issues.login()) }
            await #expect(throws: error) { try await setting.issues.logout() }
            #expect(try await setting.issues.whoAmI().user.login == "octocat")
        }
    }

    @Test("takes a credential with another name")
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

    @Test("outlives a restart, and is over after a sign-out")
    func restart() async throws {
        let github = FakeGitHub()
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            try await withTemporaryFolder { folder in
                try await IssuesSetting.with(github: github, on: server, in: folder) { try await $0.login() }
                let token = folder.appending("state").appending("issues").appending("token")
                #expect(FileManager.default.fileExists(atPath: token.string))
                try await IssuesSetting.with(github: github, on: server, in: folder) { setting async throws in
                    let status = await setting.plugin.status().status
                    #expect(status == "signed in")
                    _ = try await setting.issues.logout()
                    #expect(!FileManager.default.fileExists(atPath: token.string))
                }
                try await IssuesSetting.with(github: github, on: server, in: folder) { setting async throws in
                    await #expect { try await setting.issues.whoAmI() } throws: {
                        IssuesCommandsTests.isNotSignedIn($0)
                    }
                }
            }
        }
    }

    @Test("shows the operator who is signed in")
    func status() async throws {
        try await IssuesSetting.with { setting async throws in
            #expect(await setting.plugin.status().status == "not signed in")
            try await setting.login()
            #expect(await setting.plugin.status().status == "signed in as octocat")
            _ = try await setting.issues.logout()
            #expect(await setting.plugin.status().status == "not signed in")
        }
    }

    @Test("says that the token could not be kept, and is signed in all the same")
    func unkept() async throws {
        try await IssuesSetting.with { setting async throws in
            try FileManager.default.createDirectory(
                atPath: setting.plugin.directories.state.appending("token.new").string,
                withIntermediateDirectories: false)
            setting.github.change { $0.consent = .approved }
            var replies = setting.issues.login().makeAsyncIterator()
            _ = try await replies.next()
            try await setting.clock.passNext(.seconds(5))
            await #expect {
                try await replies.next()
            } throws: { error in
                guard case .tokenNotKept(let reason) = error as? IssuesError else { return false }
                return reason.contains("the token can't be written to")
            }
            #expect(try await setting.issues.whoAmI().user.login == "octocat")
        }
    }

    @Test("tells nobody the token: no reply, no log, no file but its own")
    func secrecy() async throws {
        try await IssuesSetting.with(over: .socket) { setting async throws in
            setting.github.change { $0.consent = .approved }
            var replies = setting.issues.login().makeAsyncIterator()
            var told = "\(String(describing: try await replies.next()))"
            try await setting.clock.passNext(.seconds(5))
            told += "\(String(describing: try await replies.next()))"
            told += "\(try await setting.issues.whoAmI())"
            told += "\(try await collect(setting.issues.repos()))"
            setting.github.fail("/user", with: .error(401, "Bad credentials"))
            do { _ = try await setting.issues.whoAmI() } catch { told += "\(error)" }
            setting.github.repair()
            setting.github.fail("/user", with: .drop)
            do { _ = try await collect(setting.issues.repos(owner: "nobody")) } catch { told += "\(error)" }
            told += "\(await setting.plugin.status())"
            #expect(!told.contains("gho_"))
            #expect(!setting.log.lines.isEmpty)
            #expect(setting.log.lines.filter { $0.contains("gho_") } == [])
            let cache = setting.plugin.directories.cache.string
            for file in FileManager.default.enumerator(atPath: cache)?.allObjects as? [String] ?? [] {
                #expect(!file.contains("gho_"))
                let contents = FileManager.default.contents(atPath: "\(cache)/\(file)") ?? Data()
                #expect(!String(decoding: contents, as: UTF8.self).contains("gho_"))
            }
        }
    }

    @Test("ends with the client: GitHub is not asked any more")
    func departure() async throws {
        try await IssuesSetting.with(over: .socket) { setting async throws in
            setting.github.fail("access_token", with: .hang)
            let client = try await setting.plugin.connect()
            let login = Task {
                for try await _ in IssuesClient(client).login() {}
            }
            try await setting.clock.passNext(.seconds(5))
            var hanging = setting.server.hanging.makeAsyncIterator()
            _ = await hanging.next()
            login.cancel()
            var abandoned = setting.server.abandoned.makeAsyncIterator()
            #expect(await abandoned.next()?.path == "/login/oauth/access_token")
            _ = await login.result
        }
    }
}
