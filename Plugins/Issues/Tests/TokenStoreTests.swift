import Foundation
import Glibc
import Logging
import SystemPackage
import Testing
import Trellis
import TrellisHTTP
import TrellisTesting

@testable import Issues

@Suite("Where the token is kept", .timeLimit(.minutes(10)))
struct TokenStoreTests {
    private let token: Token

    init() throws { token = try #require(Token("gho_octocat")) }

    private func environment(
        in folder: FilePath, credential: String? = nil, log: LogBook = LogBook()
    ) -> PluginEnvironment {
        PluginEnvironment(
            name: "issues", directories: PluginDirectories(state: folder, cache: folder, runtime: folder),
            clock: .system,
            logger: log.logger("issues"), credential: { $0 == "token" ? credential.map { Array($0.utf8) } : nil },
            status: { _ in })
    }

    private func mode(of file: FilePath) throws -> mode_t {
        var status = stat()
        guard stat(file.string, &status) == 0 else { throw Errno(rawValue: errno) }
        return status.st_mode & 0o7777
    }

    @Test("is found again, in a file that nobody else can read, and gone when it is forgotten")
    func keeping() async throws {
        try await withTemporaryFolder { folder in
            let plugin = environment(in: folder)
            let store = try TokenStore(configuration: .standard, plugin: plugin)
            #expect(store.account == .anonymous)
            let old = umask(0)
            defer { umask(old) }
            try store.keep(token)
            #expect(try mode(of: folder.appending("token")) == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string) == ["token"])
            #expect(try TokenStore(configuration: .standard, plugin: plugin).account == .signedIn(token, .file))
            let other = try #require(Token("gho_other"))
            try store.keep(other)
            #expect(try TokenStore(configuration: .standard, plugin: plugin).account == .signedIn(other, .file))
            try store.forget()
            try store.forget()
            #expect(try TokenStore(configuration: .standard, plugin: plugin).account == .anonymous)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.string) == [])
        }
    }

    @Test("is not waited for in a FIFO")
    func fifo() async throws {
        try await withTemporaryFolder { folder in
            #expect(mkfifo(folder.appending("token").string, 0o600) == 0)
            let failure = #expect(throws: PluginFailure.self) {
                try TokenStore(configuration: .standard, plugin: environment(in: folder))
            }
            #expect(failure?.kind == .data)
        }
    }

    @Test("is the credential, when there is one")
    func credential() async throws {
        try await withTemporaryFolder { folder in
            try TokenStore(configuration: .standard, plugin: environment(in: folder)).keep(token)
            let store = try TokenStore(
                configuration: .standard, plugin: environment(in: folder, credential: "ghp_operator\n"))
            #expect(store.account == .signedIn(try #require(Token("ghp_operator")), .credential))
            #expect(store.credential == "issues.token")
        }
    }

    @Test("is not sent to another server than the one that gave it")
    func otherServer() async throws {
        try await withTemporaryFolder { folder in
            let log = LogBook()
            try TokenStore(configuration: .standard, plugin: environment(in: folder)).keep(token)
            var enterprise = IssuesConfiguration.standard
            enterprise.baseURL = try ServerURL("https://github.example.com/api/v3")
            let plugin = environment(in: folder, log: log)
            #expect(try TokenStore(configuration: enterprise, plugin: plugin).account == .anonymous)
            #expect(log.lines.contains { $0.contains("for another server") })
            #expect(try TokenStore(configuration: .standard, plugin: plugin).account == .signedIn(token, .file))
        }
    }

    @Test("is taken from others who could read it")
    func looseMode() async throws {
        try await withTemporaryFolder { folder in
            let log = LogBook()
            let plugin = environment(in: folder, log: log)
            try TokenStore(configuration: .standard, plugin: plugin).keep(token)
            let file = folder.appending("token")
            chmod(file.string, 0o644)
            #expect(try TokenStore(configuration: .standard, plugin: plugin).account == .signedIn(token, .file))
            #expect(try mode(of: file) == 0o600)
            #expect(log.lines.contains { $0.contains("others could read the token") })
        }
    }

    @Test(
        "is refused when it can't be one, and the file is left as it is",
        arguments: ["", "gho_x", "a b\nc\n", "\0\0\n\n"])
    func damage(contents: String) async throws {
        try await withTemporaryFolder { folder in
            let file = URL(fileURLWithPath: folder.appending("token").string)
            try Data(contents.utf8).write(to: file)
            let failure = #expect(throws: PluginFailure.self) {
                try TokenStore(configuration: .standard, plugin: environment(in: folder))
            }
            #expect(failure?.kind == .data)
            #expect(failure?.advice?.contains("log in again") == true)
            #expect(try Data(contentsOf: file) == Data(contents.utf8))
        }
    }

    @Test("is refused when the credential can't be one", arguments: ["", "\n", "two words"])
    func wrongCredential(text: String) async throws {
        try await withTemporaryFolder { folder in
            let failure = #expect(throws: PluginFailure.self) {
                try TokenStore(configuration: .standard, plugin: environment(in: folder, credential: text))
            }
            #expect(failure?.sentence.contains("issues.token") == true)
            #expect(failure?.description.contains("two words") == false)
        }
    }

    @Test("is as it was when a new one can't be written")
    func fullDisk() async throws {
        try await withTemporaryFolder { folder in
            let plugin = environment(in: folder)
            let store = try TokenStore(configuration: .standard, plugin: plugin)
            try store.keep(token)
            // A folder stands where the new file would be made, so that making it fails for root too.
            try FileManager.default.createDirectory(
                atPath: folder.appending("token.new").string, withIntermediateDirectories: false)
            #expect(throws: TokenStore.Failure.self) { try store.keep(try #require(Token("gho_other"))) }
            #expect(try TokenStore(configuration: .standard, plugin: plugin).account == .signedIn(token, .file))
        }
    }
}
