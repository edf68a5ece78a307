import Foundation
import Testing

@testable import Varlink

@Suite("Peers", .timeLimit(.minutes(2))) struct PeerTests {
    /// Records the last caller.
    private final class PeerInterceptor: CallInterceptor {
        private let state = Lock<(PeerCredentials?, PeerProcess?)>((nil, nil))

        var peer: PeerCredentials? { state.withLock { $0.0 } }
        var process: PeerProcess? { state.withLock { $0.1 } }

        func interception(of method: VarlinkContract.Method, in interface: String) -> CallInterception? {
            { request in
                .proceedAfter {
                    let process = await request.context.peerProcess()
                    self.state.withLock { $0 = (request.context.peer, process) }
                    return nil
                }
            }
        }
    }

    @Test("reports the groups of the caller") func reportsTheGroupsOfTheCaller() async throws {
        let interceptor = PeerInterceptor()
        try await withTrialServer(interceptor: interceptor) { trial in
            let connection = try await trial.connect()
            _ = try await connection.call("org.example.trial.Who")
            let peer = try #require(interceptor.peer)
            #expect(peer.processID == getpid())
            #expect(peer.groupID == getegid())
            var groups = [gid_t](repeating: 0, count: 65_536)
            let count = getgroups(CInt(groups.count), &groups)
            #expect(Set(peer.supplementaryGroupIDs) == Set(groups.prefix(Int(count))))
        }
    }

    @Test("finds the control group of the caller") func findsTheControlGroupOfTheCaller() async throws {
        let interceptor = PeerInterceptor()
        try await withTrialServer(interceptor: interceptor) { trial in
            let connection = try await trial.connect()
            _ = try await connection.call("org.example.trial.Who")
            let process = try #require(interceptor.process)
            #expect(process.processID == getpid())
            let text = try String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)
            #expect(text.split(separator: "\n").contains { $0.hasSuffix(":" + process.controlGroup.path) })
        }
    }

    @Test("reports no peer for a local call") func reportsNoPeerForALocalCall() async throws {
        let interceptor = PeerInterceptor()
        let caller = LocalCaller(router: try TrialServer.makeRouter(TrialInterface(), interceptor: interceptor))
        _ = try await caller.call("org.example.trial.Who")
        #expect(interceptor.peer == nil)
        #expect(interceptor.process == nil)
    }

    @Test("finds a process by its ID only if the process has the user of the connection")
    func requiresTheUserOfAProcessFoundByItsID() throws {
        let mine = PeerCredentials(processID: getpid(), userID: geteuid(), groupID: getegid())
        #expect(ProcessFiles.inspect(mine)?.isPinned == false)
        let others = PeerCredentials(processID: getpid(), userID: geteuid() + 1, groupID: getegid())
        #expect(ProcessFiles.inspect(others) == nil)
        let nobodys = PeerCredentials(processID: .max, userID: geteuid(), groupID: getegid())
        #expect(ProcessFiles.inspect(nobodys) == nil)
    }

    @Test("a peer is a member of its effective and supplementary groups") func checksEffectiveAndSupplementaryGroups() {
        let peer = PeerCredentials(processID: 1, userID: 2, groupID: 3, supplementaryGroupIDs: [4, 5])
        #expect([2, 3, 4, 5, 6].map(peer.isMember(ofGroup:)) == [false, true, true, true, false])
    }

    @Test(
        "reads units from the control group",
        arguments: [
            ("0::/system.slice/backup.service\n", "/system.slice/backup.service", "backup.service", nil),
            (
                "0::/system.slice/system-getty.slice/getty@tty1.service/sub/deep", nil, "getty@tty1.service", nil
            ),
            ("0::/user.slice/user-1000.slice/session-3.scope", nil, "session-3.scope", nil),
            (
                "0::/user.slice/user-1000.slice/user@1000.service/app.slice/editor.service", nil, "user@1000.service",
                "editor.service"
            ),
            ("0::/user.slice/user-1000.slice/user@1000.service/init.scope", nil, "user@1000.service", "init.scope"),
            ("0::/system.slice/_cpu.service", nil, "cpu.service", nil), ("0::/init.scope", nil, "init.scope", nil),
            ("0::/system.slice", nil, nil, nil), ("0::/", "/", nil, nil), ("0::/docker/0a1b", nil, nil, nil),
            ("0::/system.slice/.service", nil, nil, nil),
            // Control groups of version 1, with an unused hierarchy of version 2.
            ("5:cpu,cpuacct:/x.service\n1:name=systemd:/system.slice/a.service\n0::/", nil, "a.service", nil),
            ("1:name=systemd:/system.slice/a.service\n0::/system.slice/b.service", nil, "b.service", nil),
            // The name of the control group contains a colon.
            ("0::/system.slice/a:b.service", "/system.slice/a:b.service", "a:b.service", nil),
        ] as [(String, String?, String?, String?)])
    func unitsAreReadFromTheControlGroup(_ row: (text: String, path: String?, unit: String?, userUnit: String?)) throws
    {
        let group = try #require(ControlGroupPath(procText: row.text))
        if let path = row.path { #expect(group.path == path) }
        #expect(group.unit == row.unit)
        #expect(group.userUnit == row.userUnit)
    }

    @Test("finds no control group in malformed text", arguments: ["", "garbage", "5:cpu:/x", "0::relative"])
    func findsNoControlGroupInOtherText(_ text: String) {
        #expect(ControlGroupPath(procText: text) == nil)
    }
}
