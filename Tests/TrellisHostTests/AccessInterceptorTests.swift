import HostInterface
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Authorization of calls", .timeLimit(.minutes(2)))
struct AccessInterceptorTests {
    /// Passes a router with authorization, and a recorder of the audit log on.
    private func withGate(
        _ options: [String], _ body: (VarlinkRouter, AuditRecorder) async throws -> Void
    ) async throws {
        let authorized = try AuthorizedRouter(options)
        try await body(authorized.router, authorized.recorder)
    }

    private func client(_ router: VarlinkRouter, user: UInt32, groups: [UInt32] = []) -> LocalCaller {
        LocalCaller(
            router: router,
            peer: PeerCredentials(processID: 42, userID: user, groupID: user, supplementaryGroupIDs: groups))
    }

    /// Expects a rejection with the required role, and with the number of the call in the request ID.
    private func expectRoleRequired(
        _ role: String, request: Int, _ body: () async throws -> Void, location: SourceLocation = #_sourceLocation
    ) async {
        let error = await #expect(throws: RemoteError.self, sourceLocation: location) { try await body() }
        #expect(error?.name == "io.trellis.Host.RoleRequired", sourceLocation: location)
        #expect(error?.parameters["role"] == .string(role), sourceLocation: location)
        let requestID = error?.parameters["requestID"]?.stringValue ?? ""
        #expect(requestID.hasSuffix(".\(request)"), sourceLocation: location)
    }

    @Test("allows a caller with the required role, and reports the missing role to any other caller")
    func roles() async throws {
        try await withGate(["control.roles.read=2000", "control.roles.administer=@3000"]) { router, _ in
            let reader = SystemdServiceClient(client(router, user: 2_000))
            _ = try await reader.ping()
            await expectRoleRequired("administer", request: 2) { _ = try await reader.setLogLevel(level: 7) }
            _ = try await SystemdServiceClient(client(router, user: 5, groups: [3_000])).setLogLevel(level: 7)
            await expectRoleRequired("read", request: 1) {
                _ = try await SystemdServiceClient(client(router, user: 5)).ping()
            }
        }
    }

    @Test("a reload grants and revokes roles for the next call of an open connection")
    func reload() async throws {
        let authorized = try AuthorizedRouter([])
        let caller = SystemdServiceClient(client(authorized.router, user: 2_000))
        await expectRoleRequired("read", request: 1) { _ = try await caller.ping() }
        try authorized.reload(["control.roles.administer=2000"])
        _ = try await caller.setLogLevel(level: 7)
        try authorized.reload(["control.roles.read=2000"])
        _ = try await caller.ping()
        await expectRoleRequired("administer", request: 4) { _ = try await caller.setLogLevel(level: 7) }
        try authorized.reload([])
        await expectRoleRequired("read", request: 5) { _ = try await caller.ping() }
        #expect(authorized.recorder.entries.map { $0["outcome"] } == ["refused", "done", "refused", "refused"])
    }

    @Test("a stream ends when its role is revoked, before the next reply")
    func revokedStream() async throws {
        let authorized = try AuthorizedRouter(["control.roles.read=2000"])
        let ticks = Ticks()
        authorized.roles.register([Ticks.contract])
        try authorized.router.register(ticks)
        let error = await #expect(throws: RemoteError.self) {
            var count = 0
            for try await _ in client(authorized.router, user: 2_000).stream("org.example.ticks.Watch") {
                count += 1
                // The first reload leaves the role.
                let roles = count == 1 ? ["control.roles.operate=2000"] : []
                #expect(count <= 2)
                try authorized.reload(roles)
                ticks.queue.yield()
            }
        }
        #expect(error?.name == "io.trellis.Host.RoleRequired")
        #expect(error?.parameters["role"] == "read")
    }

    @Test("allows a caller without a role to call GetInfo, and no other method")
    func everybody() async throws {
        try await withGate([]) { router, _ in
            let nobody = ServiceClient(client(router, user: 65_534))
            let info = try await nobody.getInfo()
            #expect(info.product == "trellisd")
            await expectRoleRequired("read", request: 2) {
                _ = try await nobody.getInterfaceDescription(interface: "io.systemd.service")
            }
        }
    }

    @Test("allows calls from the daemon's own process")
    func process() async throws {
        try await withGate([]) { router, recorder in
            _ = try await SystemdServiceClient(LocalCaller(router: router)).setLogLevel(level: 7)
            #expect(recorder.entries.isEmpty)
        }
    }

    @Test("records administrative calls and rejected calls, with the caller and the outcome")
    func audit() async throws {
        try await withGate(["control.roles.administer=2000"]) { router, recorder in
            let administrator = SystemdServiceClient(client(router, user: 2_000))
            _ = try await administrator.ping()
            _ = try await administrator.setLogLevel(level: 7)
            _ = try? await administrator.setLogLevel(level: 99)
            _ = try? await SystemdServiceClient(client(router, user: 5)).setLogLevel(level: 0)
            let entries = recorder.entries
            #expect(entries.map { $0["method"] } == Array(repeating: "io.systemd.service.SetLogLevel", count: 3))
            #expect(entries.map { $0["uid"] } == ["2000", "2000", "5"])
            #expect(entries.map { $0["plugin"] } == ["trellisd", "trellisd", "trellisd"])
            #expect(entries.last?["user"] == AccountNames.userName(5))
            #expect(entries.map { $0["pid"] } == ["42", "42", "42"])
            #expect(entries.map { $0["outcome"] } == ["done", "org.varlink.service.InvalidParameter", "refused"])
            #expect(entries.map { $0["messageID"] == AuditTrail.messageID } == [true, true, true])
            #expect(entries[0]["microseconds"].flatMap { Int($0) } != nil)
        }
    }
}

@Suite("Cancelled calls in the audit log", .timeLimit(.minutes(2)))
struct CancelledCallTests {
    @Test("a call that its caller ends is recorded as cancelled, and is no failure")
    func cancellation() async throws {
        let authorized = try AuthorizedRouter(["control.roles.operate=2000"])
        let ticks = Strokes()
        authorized.roles.register([Strokes.contract])
        try authorized.router.register(ticks)
        let caller = LocalCaller(
            router: authorized.router,
            peer: PeerCredentials(processID: 42, userID: 2_000, groupID: 2_000, supplementaryGroupIDs: []))
        let received = OneShotEvent()
        let call = Task {
            for try await _ in caller.stream("org.example.strokes.Watch") { received.signal() }
        }
        await received.wait()
        call.cancel()
        _ = await call.result
        while !Task.isCancelled, authorized.recorder.entries.isEmpty { await Task.yield() }
        #expect(authorized.recorder.entries.map { $0["outcome"] } == [AuditTrail.cancelled])
        var failed = AuditFilter()
        failed.failed = true
        #expect(!failed.matches(user: 2_000, plugin: nil, method: "a.b.C", outcome: AuditTrail.cancelled))
    }
}

/// Sends a reply at once, and one for each element of a queue.
private struct Ticks: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.ticks",
        description: """
            interface org.example.ticks

            # [Requires role 'read']
            # [Requires 'more' flag]
            method Watch() -> ()

            """,
        methods: [.init(name: "Watch", streaming: .required)])

    let elements: AsyncStream<Void>
    let queue: AsyncStream<Void>.Continuation

    init() { (elements, queue) = AsyncStream.makeStream() }

    func handle(_ call: ServerCall) async throws {
        let replies = try call.replies(of: JSONObject.self, streaming: .required)
        try await replies.send([:])
        for await _ in elements { try await replies.send([:]) }
        try call.reply(JSONObject())
    }
}

/// Sends a reply, and waits for the end of the call.
private struct Strokes: VarlinkInterface {
    static let contract = VarlinkContract(
        name: "org.example.strokes",
        description: """
            interface org.example.strokes

            # [Requires role 'operate']
            # [Requires 'more' flag]
            method Watch() -> ()

            """,
        methods: [.init(name: "Watch", streaming: .required)])

    func handle(_ call: ServerCall) async throws {
        let replies = try call.replies(of: JSONObject.self, streaming: .required)
        try await replies.send([:])
        try await Task.sleep(for: .seconds(3_600))
        try call.reply(JSONObject())
    }
}
