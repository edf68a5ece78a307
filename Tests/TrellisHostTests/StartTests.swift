import Foundation
import SystemPackage
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("The start of the daemon", .timeLimit(.minutes(2)))
struct StartTests {
    @Test("uses the directories of the options, of systemd, or the defaults of root or the user")
    func directories() throws {
        let service = ServiceEnvironment(variables: ["STATE_DIRECTORY": "/var/lib/a:/var/lib/b"])
        let variables = ["HOME": "/home/ada", "XDG_CACHE_HOME": "/fast/cache", "XDG_RUNTIME_DIR": "/run/user/1"]
        func find(_ options: HostOptions, _ service: ServiceEnvironment, isRoot: Bool) throws -> HostDirectories {
            try HostDirectories(options: options, service: service, variables: variables, isRoot: isRoot)
        }
        #expect(
            try find(HostOptions(), ServiceEnvironment(), isRoot: true)
                == HostDirectories(state: "/var/lib/trellis", cache: "/var/cache/trellis", runtime: "/run/trellisd"))
        #expect(
            try find(HostOptions(), ServiceEnvironment(), isRoot: false)
                == HostDirectories(
                    state: "/home/ada/.local/state/trellis", cache: "/fast/cache/trellis",
                    runtime: "/run/user/1/trellisd"))
        #expect(try find(HostOptions(), service, isRoot: true).state == "/var/lib/a")
        #expect(
            try find(HostOptions(stateDirectory: "mine"), service, isRoot: true).state
                == FilePath(FileManager.default.currentDirectoryPath).appending("mine"))
    }

    @Test("fails when a directory is neither given nor has a default")
    func nowhere() {
        let failure = #expect(throws: HostFailure.self) {
            try HostDirectories(
                options: HostOptions(), service: ServiceEnvironment(), variables: ["HOME": "/home/ada"], isRoot: false)
        }
        #expect(
            failure?.description
                == "the runtime directory has no default, because $XDG_RUNTIME_DIR is not set. Use --runtime-directory DIRECTORY"
        )
        #expect(failure?.exitStatus == .usage)
    }

    @Test("rejects a state directory that another daemon uses")
    func lock() async throws {
        try await withTemporaryFolder { folder in
            let first = try StateLock(of: folder)
            do throws(HostFailure) {
                _ = try StateLock(of: folder)
                Issue.record("two daemons locked the directory")
            } catch {
                #expect(error.exitStatus == .cannotCreate)
                #expect(
                    error.message == "another trellisd (process \(getpid())) uses the state directory \(folder)")
            }
            _ = consume first
            _ = try StateLock(of: folder)
        }
    }

    @Test("knows the process that held the lock and was killed")
    func killed() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending("trellisd.lock").string
            try Data("4711 running\n".utf8).write(to: URL(fileURLWithPath: path))
            let first = try StateLock(of: folder)
            #expect(first.killedProcess == 4_711)
            _ = consume first
            let second = try StateLock(of: folder)
            #expect(second.killedProcess == nil)
            _ = consume second
            // An earlier version wrote only the number.
            try Data("4711\n".utf8).write(to: URL(fileURLWithPath: path))
            let third = try StateLock(of: folder)
            #expect(third.killedProcess == nil)
            _ = consume third
        }
    }

    @Test("rejects a directory that is a file")
    func file() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending("state")
            try Data().write(to: URL(fileURLWithPath: file.string))
            let failure = #expect(throws: HostFailure.self) { try Directory.create(file, purpose: "state directory") }
            #expect(failure?.message == "the state directory \(file) is not a directory")
            #expect(failure?.exitStatus == .cannotCreate)
        }
    }

    @Test("prefers the socket of the options to that of the configuration")
    func socket() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending("trellis.yaml")
            try Data("control: { socket: /b }".utf8).write(to: URL(fileURLWithPath: file.string))
            func path(_ options: HostOptions) throws -> String {
                let host = Host(options: options, plugins: [], service: ServiceEnvironment(), variables: [:])
                return try host.controlSocket(host.loadConfiguration().configuration.host.control).resolve()
            }
            let named = try path(HostOptions(configuration: file, socket: "/a"))
            #expect(named == "/a")
            let configured = try path(HostOptions(configuration: file))
            #expect(configured == "/b")
        }
    }
}
