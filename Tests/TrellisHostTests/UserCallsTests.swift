import HostInterface
import Logging
import Synchronization
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Calls in the name of users", .timeLimit(.minutes(2)))
struct UserCallsTests {
    /// Passes the calls of a plugin, and a recorder of the audit log on.
    private func withCalls(
        _ options: [String], _ body: (UserCalls, AuditRecorder) async throws -> Void
    ) async throws {
        let authorized = try AuthorizedRouter(options)
        try await body(UserCalls(of: "dashboard", authorized.router, authorized.access), authorized.recorder)
    }

    /// The context of a call of a user.
    private func call(by user: UInt32) async throws -> CallContext {
        let contexts = ContextRecorder()
        let router = VarlinkRouter(
            information: ServiceInformation(vendor: "", product: "", version: "", url: ""), interceptor: contexts)
        let peer = PeerCredentials(processID: 42, userID: user, groupID: user, supplementaryGroupIDs: [user + 1])
        _ = try await ServiceClient(LocalCaller(router: router, peer: peer)).getInfo()
        let last = contexts.last.withLock(\.self)
        return try #require(last)
    }

    @Test("a call has the role of the user, and its record names the user and the plugin")
    func roles() async throws {
        try await withCalls(["control.roles.read=2000", "control.roles.administer=@3001"]) { calls, recorder in
            let reader = calls.user(making: try await call(by: 2_000))
            #expect((reader.id, reader.role) == (2_000, .read))
            let client = SystemdServiceClient(reader.connect())
            _ = try await client.ping()
            let error = await #expect(throws: RemoteError.self) { _ = try await client.setLogLevel(level: 7) }
            #expect(error?.name == "io.trellis.Host.RoleRequired")
            // The groups of the connection count, too.
            let administrator = calls.user(making: try await call(by: 3_000))
            #expect(administrator.role == .administer)
            _ = try await SystemdServiceClient(administrator.connect()).setLogLevel(level: 7)
            let entries = recorder.entries
            #expect(entries.map { $0["uid"] } == ["2000", "3000"])
            #expect(entries.map { $0["outcome"] } == ["refused", "done"])
            #expect(entries.map { $0["via"] } == ["dashboard", "dashboard"])
            // The process that made the first call may have ended.
            #expect(entries.map { $0["pid"] } == ["0", "0"])
        }
    }

    @Test("a user has the role of the last reload, and none when it was revoked")
    func reload() async throws {
        let authorized = try AuthorizedRouter(["control.roles.administer=2000"])
        let calls = UserCalls(of: "dashboard", authorized.router, authorized.access)
        let user = calls.user(making: try await call(by: 2_000))
        let client = SystemdServiceClient(user.connect())
        _ = try await client.setLogLevel(level: 7)
        try authorized.reload(["control.roles.read=2000"])
        #expect(user.role == .read)
        _ = try await client.ping()
        await #expect(throws: RemoteError.self) { _ = try await client.setLogLevel(level: 7) }
        try authorized.reload([])
        #expect(user.role == nil)
        await #expect(throws: RemoteError.self) { _ = try await client.ping() }
    }

    @Test("a user without a name has the identifier as the name")
    func name() async throws {
        try await withCalls([]) { calls, _ in
            let root = calls.user(making: try await call(by: 0))
            #expect(root.name == AccountNames.userName(0))
            let unknown = calls.user(making: try await call(by: 4_294_000_000))
            #expect(unknown.name == "4294000000")
        }
    }

    @Test("a rejected request is recorded with its reason, shortened, and without a user if there is none")
    func rejections() async throws {
        try await withCalls([]) { calls, recorder in
            calls.recordRejection(of: RejectedRequest("GET /login", because: "the URL was used before"))
            calls.recordRejection(
                of: RejectedRequest("POST /" + String(repeating: "é", count: 500), because: "no session", user: 5))
            let entries = recorder.entries
            #expect(entries.map { $0["uid"] } == ["4294967295", "5"])
            #expect(entries.map { $0["reason"] } == ["the URL was used before", "no session"])
            #expect(entries.map { $0["outcome"] } == ["refused", "refused"])
            #expect(entries[0]["method"] == "GET /login")
            #expect(entries[0]["plugin"] == "dashboard")
            let method = try #require(entries[1]["method"])
            #expect(method.utf8.count <= 203)
        }
    }

    @Test("a plugin without the grant cannot require the calls, even beside one that has the grant")
    func grant() async throws {
        #expect(throws: Never.self) { try host(of: [PluginRegistration(DelegatePlugin.self)]) }
        let failure = #expect(throws: HostFailure.self) {
            try host(of: [PluginRegistration(DelegatePlugin.self), PluginRegistration(ThiefPlugin.self)])
        }
        let text = try #require(failure).description
        #expect(text.contains("the plugin thief requires UserCalls"), "\(text)")
        #expect(text.contains("grants: [.userCalls]"), "\(text)")
        #expect(!text.contains("delegate"), "\(text)")
    }

    @discardableResult
    private func host(of registrations: [PluginRegistration]) throws -> PluginHost {
        let configuration = try LoadedConfiguration(
            path: nil, options: registrations.map { "plugins.\($0.name).enabled=true" }, registrations: registrations)
        let environment = HostEnvironment.test(in: "/nonexistent")
        return try PluginHost(
            configuration: configuration, environment: environment,
            router: .host(logger: environment.logger("test")))
    }
}

private struct CallsHolder: Sendable {
    let calls: UserCalls
    init(calls: UserCalls) { self.calls = calls }
}

private struct DelegatePlugin: Plugin {
    static let manifest = PluginManifest(
        name: "delegate", version: "1.0.0", summary: "Acts for users.", grants: [.userCalls])
    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.provide(CallsHolder.init(calls:))
    }
}

private struct ThiefPlugin: Plugin {
    static let manifest = PluginManifest(name: "thief", version: "1.0.0", summary: "Would like to act for users.")
    static func assemble(_ blueprint: inout Blueprint, configuration: NoConfiguration) {
        blueprint.provide(CallsHolder.init(calls:))
    }
}

/// Records the contexts of calls.
private final class ContextRecorder: CallInterceptor {
    let last = Mutex<CallContext?>(nil)

    func interception(of method: VarlinkContract.Method, in interface: String) -> CallInterception? {
        { request in
            self.last.withLock { $0 = request.context }
            return .proceed(nil)
        }
    }
}
