import Foundation
import SystemPackage
import Systemd
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Where the daemon keeps things")
struct StartTests {
    @Test("is what the options say, else what systemd says, else root's or the user's")
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
        #expect(try find(HostOptions(stateDirectory: "mine"), service, isRoot: true).state == "mine")
    }

    @Test("has to be said where there is no default")
    func nowhere() {
        let failure = #expect(throws: HostFailure.self) {
            try HostDirectories(
                options: HostOptions(), service: ServiceEnvironment(), variables: ["HOME": "/home/ada"], isRoot: false)
        }
        #expect(
            failure?.description
                == "there is no place for the runtime directory: $XDG_RUNTIME_DIR is not set. Say --runtime-directory DIRECTORY"
        )
        #expect(failure?.exitStatus == .usage)
    }

    @Test("belongs to one daemon at a time")
    func lock() async throws {
        try await withTemporaryFolder { folder in
            let first = try StateLock(of: folder)
            do throws(HostFailure) {
                _ = try StateLock(of: folder)
                Issue.record("two daemons have the directory")
            } catch {
                #expect(error.exitStatus == .cannotCreate)
                #expect(
                    error.sentence == "another trellisd (process \(getpid())) uses the state directory \(folder)")
            }
            _ = consume first
            _ = try StateLock(of: folder)
        }
    }

    @Test("is not made where a file is")
    func file() async throws {
        try await withTemporaryFolder { folder in
            let file = folder.appending("state")
            try Data().write(to: URL(fileURLWithPath: file.string))
            let failure = #expect(throws: HostFailure.self) { try Directory.make(file, purpose: "state directory") }
            #expect(failure?.sentence == "the state directory \(file) is not a directory")
            #expect(failure?.exitStatus == .cannotCreate)
        }
    }

    @Test("is the default socket of root or of the user, unless it is named")
    func socket() throws {
        func path(_ options: HostOptions, _ settings: [String], _ variables: [String: String]) throws -> String {
            let host = Host(options: options, plugins: [], service: ServiceEnvironment(), variables: variables)
            let configuration = try LoadedConfiguration(path: nil, options: settings, registrations: [])
            return try host.controlSocket(configuration.host.control)
        }
        #expect(try path(HostOptions(socket: "/a"), ["control.socket=/b"], [:]) == "/a")
        #expect(try path(HostOptions(), ["control.socket=/b"], [:]) == "/b")
    }
}

@Suite("A latch")
struct LatchTests {
    @Test("lets everybody through once it is open, whenever they came")
    func opening() async {
        let latch = Latch()
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<64 { group.addTask { await latch.wait() } }
            group.addTask { latch.open() }
        }
        #expect(latch.isOpen)
        await latch.wait()
    }

    @Test("keeps those waiting that do so whether they are cancelled or not")
    func waitingDespiteCancellation() async {
        let latch = Latch()
        let order = Recorder()
        let waiting = Task {
            await latch.waitDespiteCancellation()
            order.note("through")
        }
        waiting.cancel()
        await Task.yield()
        order.note("open")
        latch.open()
        await waiting.value
        #expect(order.events == ["open", "through"])
    }

    @Test("lets those through that are cancelled, and stays shut")
    func cancelling() async {
        let latch = Latch()
        let waiting = Task { await latch.wait() }
        waiting.cancel()
        await waiting.value
        #expect(!latch.isOpen)
    }
}
