import Foundation
import Glibc
import Logging
import SystemPackage
import Testing
import Trellis
import TrellisHTTP
import TrellisTesting

@testable import Issues

@Suite("TokenStore", .timeLimit(.minutes(2)))
struct TokenStoreTests {
    private let token: Token

    private let server = IssuesConfiguration.standard.baseURL

    init() throws { token = try #require(Token("gho_octocat")) }

    private func environment(
        in folder: FilePath, credential: String? = nil, log: LogRecorder = LogRecorder()
    ) -> PluginEnvironment {
        PluginEnvironment(
            name: "issues", directories: PluginDirectories(state: folder, cache: folder, runtime: folder),
            clock: .system,
            logger: log.logger("issues"), credential: { $0 == "token" ? credential.map { Array($0.utf8) } : nil },
            status: { _ in })
    }

    /// Loads the token that may be sent to a server; nil for GitHub.
    private func tokenStore(of plugin: PluginEnvironment, for server: ServerURL? = nil) throws -> TokenStore {
        try TokenStore(for: server ?? self.server, credential: nil, plugin: plugin, logger: plugin.logger)
    }

    private func mode(of file: FilePath) throws -> mode_t {
        var status = stat()
        guard stat(file.string, &status) == 0 else { throw Errno(rawValue: errno) }
        return status.st_mode & 0o7777
    }

    @Test("stores the token with mode 0600, loads it, and removes it")
    func keeping() async throws {
        try await withTemporaryFolder { folder in
            let plugin = environment(in: folder)
            let store = try tokenStore(of: plugin)
            #expect(store.account == .anonymous)
            let old = umask(0)
            defer { umask(old) }
            try store.store(token)
            #expect(try mode(of: folder.appending("token")) == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string) == ["token"])
            #expect(try tokenStore(of: plugin).account == .signedIn(token, .file))
            let other = try #require(Token("gho_other"))
            try store.store(other)
            #expect(try tokenStore(of: plugin).account == .signedIn(other, .file))
            try store.remove()
            try store.remove()
            #expect(try tokenStore(of: plugin).account == .anonymous)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string) == [])
        }
    }

    @Test("does not wait for a writer when the token file is a FIFO")
    func fifo() async throws {
        try await withTemporaryFolder { folder in
            #expect(mkfifo(folder.appending("token").string, 0o600) == 0)
            let failure = #expect(throws: PluginFailure.self) {
                try tokenStore(of: environment(in: folder))
            }
            #expect(failure?.kind == .data)
        }
    }

    @Test("prefers the credential to the stored token")
    func credential() async throws {
        try await withTemporaryFolder { folder in
            try tokenStore(of: environment(in: folder)).store(token)
            let store = try tokenStore(of: environment(in: folder, credential: "ghp_operator\n"))
            #expect(store.account == .signedIn(try #require(Token("ghp_operator")), .credential))
            #expect(store.credential == "issues.token")
        }
    }

    @Test("does not use the token of another server")
    func otherServer() async throws {
        try await withTemporaryFolder { folder in
            let log = LogRecorder()
            try tokenStore(of: environment(in: folder)).store(token)
            let enterprise = try ServerURL("https://github.example.com/api/v3")
            let plugin = environment(in: folder, log: log)
            #expect(try tokenStore(of: plugin, for: enterprise).account == .anonymous)
            #expect(log.lines.contains { $0.contains("for another server") })
            #expect(try tokenStore(of: plugin).account == .signedIn(token, .file))
        }
    }

    @Test("changes the mode of a file that other users can read")
    func looseMode() async throws {
        try await withTemporaryFolder { folder in
            let log = LogRecorder()
            let plugin = environment(in: folder, log: log)
            try tokenStore(of: plugin).store(token)
            let file = folder.appending("token")
            chmod(file.string, 0o644)
            #expect(try tokenStore(of: plugin).account == .signedIn(token, .file))
            #expect(try mode(of: file) == 0o600)
            #expect(log.lines.contains { $0.contains("readable by other users") })
        }
    }

    @Test(
        "rejects a file that is not a token file, and leaves it unchanged",
        arguments: ["", "gho_x", "a b\nc\n", "\0\0\n\n"])
    func damage(contents: String) async throws {
        try await withTemporaryFolder { folder in
            let file = URL(fileURLWithPath: folder.appending("token").string)
            try Data(contents.utf8).write(to: file)
            let failure = #expect(throws: PluginFailure.self) {
                try tokenStore(of: environment(in: folder))
            }
            #expect(failure?.kind == .data)
            #expect(failure?.advice?.contains("log in again") == true)
            #expect(try Data(contentsOf: file) == Data(contents.utf8))
        }
    }

    @Test("rejects a credential that is not a token", arguments: ["", "\n", "two words"])
    func wrongCredential(text: String) async throws {
        try await withTemporaryFolder { folder in
            let failure = #expect(throws: PluginFailure.self) {
                try tokenStore(of: environment(in: folder, credential: text))
            }
            #expect(failure?.message.contains("issues.token") == true)
            #expect(failure?.description.contains("two words") == false)
        }
    }

    @Test("keeps the old token when a new one cannot be written")
    func fullDisk() async throws {
        try await withTemporaryFolder { folder in
            let plugin = environment(in: folder)
            let store = try tokenStore(of: plugin)
            try store.store(token)
            // A directory at the path of the new file prevents its creation, even by root.
            try FileManager.default.createDirectory(
                atPath: folder.appending("token.new").string, withIntermediateDirectories: false)
            #expect(throws: TokenStore.Failure.self) { try store.store(try #require(Token("gho_other"))) }
            #expect(try tokenStore(of: plugin).account == .signedIn(token, .file))
        }
    }
}
