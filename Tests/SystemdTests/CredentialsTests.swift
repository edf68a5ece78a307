import Glibc
import Systemd
import Testing

@Suite("Credentials", .timeLimit(.minutes(2)))
struct CredentialsTests {
    private let directory = TemporaryDirectory()

    private var credentials: Credentials? {
        ServiceEnvironment(variables: ["CREDENTIALS_DIRECTORY": directory.path]).credentials
    }

    @Test("returns the bytes of a credential unchanged")
    func bytes() throws {
        let secret: [UInt8] = Array("s3cret\n".utf8) + [0, 255]
        directory.write(secret, to: "github.token")
        #expect(try credentials?.read("github.token") == secret)
    }

    @Test("returns the contents of a credential that needs several reads")
    func severalReads() throws {
        let secret = (0..<10_000).map { UInt8($0 % 251) }
        directory.write(secret, to: "key")
        #expect(try credentials?.read("key") == secret)
    }

    @Test("returns nil for a credential that does not exist")
    func missing() throws {
        let credentials = try #require(credentials)
        #expect(try credentials.read("nothing") == nil)
    }

    @Test(
        "credentials are nil outside systemd",
        arguments: [[:], ["CREDENTIALS_DIRECTORY": ""], ["CREDENTIALS_DIRECTORY": "relative"]])
    func outsideSystemd(variables: [String: String]) {
        #expect(ServiceEnvironment(variables: variables).credentials == nil)
    }

    @Test(
        "rejects invalid names of credentials",
        arguments: ["", ".", "..", "a/b", "../key", "a:b", "line\nbreak", "umläut", String(repeating: "x", count: 256)])
    func invalidNames(name: String) throws {
        let credentials = try #require(credentials)
        #expect(throws: CredentialError.invalidName(name)) { try credentials.read(name) }
    }

    @Test("reports a credential that cannot be read")
    func unreadable() throws {
        let path = "\(directory.path)/folder"
        mkdir(path, 0o700)
        let credentials = try #require(credentials)
        let error = #expect(throws: CredentialError.self) { try credentials.read("folder") }
        #expect(error == .unreadable(path: path, SystemCallError(errno: EISDIR)))
        #expect(error?.description.contains("LoadCredential=") == true)
        rmdir(path)
    }

    @Test("rejects a credential that exceeds the size limit")
    func limit() throws {
        directory.write([UInt8](repeating: 1, count: Credentials.maximumSize), to: "largest")
        directory.write([UInt8](repeating: 1, count: Credentials.maximumSize + 1), to: "larger")
        let credentials = try #require(credentials)
        #expect(try credentials.read("largest")?.count == Credentials.maximumSize)
        #expect(throws: CredentialError.tooLarge(path: "\(directory.path)/larger")) { try credentials.read("larger") }
    }
}
