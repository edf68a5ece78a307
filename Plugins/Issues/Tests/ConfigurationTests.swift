import HostInterface
import Issues
import Testing
import Trellis
import TrellisHTTP
import TrellisHTTPTesting
import TrellisHost
import TrellisTesting

@Suite("IssuesConfiguration", .timeLimit(.minutes(2)))
struct ConfigurationTests {
    @Test("uses GitHub without a sign-in by default")
    func defaults() throws {
        let configuration = IssuesConfiguration.standard
        #expect(configuration.baseURL.text == "https://api.github.com")
        #expect(configuration.loginURL.text == "https://github.com")
        #expect(configuration.clientId == nil)
        #expect(configuration.scope == "repo")
        #expect(configuration.credential == nil)
        #expect(configuration.timeout == .seconds(10))
        #expect(configuration.cacheSize.bytes == 64 << 20)
    }

    @Test("rejects an http URL unless the host is on the loopback interface")
    func unencrypted() async throws {
        for key in ["baseURL", "loginURL"] {
            await #expect {
                try await withPlugin(IssuesPlugin.self, settings: [key: "http://github.example.com/api/v3"]) { _ in }
            } throws: { error in
                let text = "\(error)"
                return text.contains("plugins.issues.\(key)")
                    && text.contains("over the network unencrypted; use https")
            }
        }
    }

    @Test("rejects an empty client ID and an invalid credential name")
    func names() async throws {
        for (key, value) in [("clientId", ""), ("credential", ""), ("credential", "../token")] {
            await #expect("\(key): '\(value)'") {
                try await withPlugin(IssuesPlugin.self, settings: [key: value]) { _ in }
            } throws: { "\($0)".contains("plugins.issues.\(key): ") }
        }
    }

    @Test("rejects a credential that the configuration names and that does not exist")
    func missingCredential() async throws {
        await #expect {
            try await withPlugin(IssuesPlugin.self, settings: ["credential": "gh"]) { _ in }
        } throws: {
            "\($0)".contains("the credential issues.gh does not exist, although plugins.issues.credential names it")
        }
    }

    @Test(
        "rejects a credential that is not a token",
        arguments: ["\"ghp_x\"", "GITHUB_TOKEN=ghp_x", "ghp x", "ghp_\u{FC}"])
    func invalidCredential(text: String) async throws {
        await #expect {
            try await IssuesFixture.with(token: text) { _ in }
        } throws: {
            "\($0)".contains("the credential issues.token is not a GitHub token")
        }
    }

    @Test("derives the URL of the sign-in from the URL of a GitHub Enterprise Server")
    func enterprise() async throws {
        let github = FakeGitHub()
        try await LoopbackServer.with({ github.reply(to: $0) }) { server in
            try await IssuesFixture.with(settings: ["baseURL": "\(server.url)/api/v3"], github: github, on: server) {
                fixture async throws in
                try await fixture.login()
                #expect(try await fixture.issues.whoAmI().user.login == "octocat")
            }
        }
        #expect(
            github.requests.map(\.path) == [
                "/login/device/code", "/login/oauth/access_token", "/api/v3/user", "/api/v3/user",
            ])
    }

    @Test("accepts a separate URL for the sign-in")
    func loginURL() async throws {
        let github = FakeGitHub()
        try await LoopbackServer.with({ github.reply(to: $0) }) { web in
            try await IssuesFixture.with(settings: ["loginURL": web.url]) { fixture async throws in
                github.change { $0.consent = .approved }
                try await fixture.login()
                #expect(fixture.github.requests.map(\.path) == ["/user"])
            }
        }
        #expect(github.requests.map(\.path) == ["/login/device/code", "/login/oauth/access_token"])
    }

    @Test("shows the setup of a disabled plugin")
    func setup() async throws {
        try await withPlugin(IssuesPlugin.self, settings: ["enabled": "false"]) { plugin in
            let status = await plugin.status()
            #expect(status.state == .disabled)
            let setup = try #require(status.setup)
            for word in [
                "plugins.issues.clientId", "plugins.issues.baseURL", "LoadCredential=issues.token",
                "trellisctl issues login", "enabled: false",
            ] { #expect(setup.contains(word), "\(word)") }
        }
    }

    @Test("each command requires its documented role")
    func roles() throws {
        let contract = try InterfaceDescription(parsing: IssuesContract.contract.description)
        let roles = try contract.methods.reduce(into: [String: Role]()) { $0[$1.name] = try Role(requiredBy: $1) }
        #expect(
            roles == [
                "Login": .administer, "Logout": .administer, "WhoAmI": .read, "Repos": .read, "Issues": .read,
                "Show": .read, "Create": .operate, "Options": .read, "Comment": .operate, "Close": .operate,
                "Reopen": .operate, "Select": .read, "New": .operate, "Option": .operate, "Back": .read,
                "Where": .read,
            ])
    }
}
