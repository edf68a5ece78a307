import Foundation
import Testing

@testable import Varlink

/// What the server knows of who is calling.
@Suite(.timeLimit(.minutes(10))) struct PeerTests {
    /// A gate that keeps what it was told of the last caller.
    private final class PeerGate: CallGate {
        private let state = Lock<(PeerCredentials?, PeerProcess?)>((nil, nil))

        var peer: PeerCredentials? { state.withLock { $0.0 } }
        var process: PeerProcess? { state.withLock { $0.1 } }

        func admission(to method: VarlinkContract.Method, of interface: String) -> CallAdmission? {
            { request in
                .wait {
                    let process = await request.context.peerProcess()
                    self.state.withLock { $0 = (request.context.peer, process) }
                    return nil
                }
            }
        }
    }

    @Test func theGroupsOfTheCallerAreThoseOfItsProcess() async throws {
        let gate = PeerGate()
        try await withTrialServer(gate: gate) { trial in
            let connection = try await trial.connect()
            _ = try await connection.call("org.example.trial.Who")
            let peer = try #require(gate.peer)
            #expect(peer.processID == getpid())
            #expect(peer.groupID == getegid())
            var groups = [gid_t](repeating: 0, count: 65_536)
            let count = getgroups(CInt(groups.count), &groups)
            #expect(Set(peer.supplementaryGroupIDs) == Set(groups.prefix(Int(count))))
        }
    }

    @Test func theProcessOfTheCallerIsFoundInItsControlGroup() async throws {
        let gate = PeerGate()
        try await withTrialServer(gate: gate) { trial in
            let connection = try await trial.connect()
            _ = try await connection.call("org.example.trial.Who")
            let process = try #require(gate.process)
            #expect(process.processID == getpid())
            let text = try String(contentsOfFile: "/proc/self/cgroup", encoding: .utf8)
            #expect(text.split(separator: "\n").contains { $0.hasSuffix(":" + process.controlGroup.path) })
        }
    }

    @Test func aCallOfThisProcessHasNoPeer() async throws {
        let gate = PeerGate()
        let caller = LocalCaller(router: try TrialServer.makeRouter(TrialInterface(), gate: gate))
        _ = try await caller.call("org.example.trial.Who")
        #expect(gate.peer == nil)
        #expect(gate.process == nil)
    }

    @Test func aProcessThatIsFoundByItsNumberMustHaveTheUser() throws {
        let mine = PeerCredentials(processID: getpid(), userID: geteuid(), groupID: getegid())
        #expect(ProcessFiles.look(at: mine)?.isPinned == false)
        let others = PeerCredentials(processID: getpid(), userID: geteuid() + 1, groupID: getegid())
        #expect(ProcessFiles.look(at: others) == nil)
        let nobodys = PeerCredentials(processID: .max, userID: geteuid(), groupID: getegid())
        #expect(ProcessFiles.look(at: nobodys) == nil)
    }

    @Test func membershipCountsTheEffectiveGroupAndTheSupplementaryOnes() {
        let peer = PeerCredentials(processID: 1, userID: 2, groupID: 3, supplementaryGroupIDs: [4, 5])
        #expect([2, 3, 4, 5, 6].map(peer.isMember(ofGroup:)) == [false, true, true, true, false])
    }

    @Test(
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
            // Version 1, with version 2 unused beside it.
            ("5:cpu,cpuacct:/x.service\n1:name=systemd:/system.slice/a.service\n0::/", nil, "a.service", nil),
            ("1:name=systemd:/system.slice/a.service\n0::/system.slice/b.service", nil, "b.service", nil),
            // A colon in the name of a group.
            ("0::/system.slice/a:b.service", "/system.slice/a:b.service", "a:b.service", nil),
        ] as [(String, String?, String?, String?)])
    func unitsAreReadFromTheControlGroup(_ row: (text: String, path: String?, unit: String?, userUnit: String?)) throws
    {
        let group = try #require(ControlGroupPath(procText: row.text))
        if let path = row.path { #expect(group.path == path) }
        #expect(group.unit == row.unit)
        #expect(group.userUnit == row.userUnit)
    }

    @Test(arguments: ["", "garbage", "5:cpu:/x", "0::relative"])
    func textWithoutAControlGroupHasNone(_ text: String) {
        #expect(ControlGroupPath(procText: text) == nil)
    }
}
