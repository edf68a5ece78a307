import Testing
import Trellis

@testable import TrellisHost

@Suite("Roles", .timeLimit(.minutes(2)))
struct AccessPolicyTests {
    private func policy(_ options: [String]) throws -> AccessPolicy {
        let configuration = try LoadedConfiguration(path: nil, options: options, registrations: [])
        return AccessPolicy(configuration.host.control.roles, ownUser: 1_000)
    }

    @Test("are always granted to root and the daemon's own user")
    func own() throws {
        let policy = try policy(["control.roles.operate="])
        #expect(policy.role(user: 0, groups: []) == .administer)
        #expect(policy.role(user: 1_000, groups: []) == .administer)
        #expect(policy.role(user: 1_001, groups: [0]) == nil)
    }

    @Test("are granted to users, groups and everyone, and the highest takes precedence")
    func grants() throws {
        let policy = try policy([
            "control.roles.read=*", "control.roles.operate=2000,@3000", "control.roles.administer=@daemon",
        ])
        #expect(policy.role(user: 5, groups: [5]) == .read)
        #expect(policy.role(user: 2_000, groups: []) == .operate)
        #expect(policy.role(user: 5, groups: [7, 3_000]) == .operate)
        // The identifier of Debian's group daemon is 1 (base-passwd).
        #expect(policy.role(user: 2_000, groups: [1]) == .administer)
    }

    @Test("are rejected in the configuration for unknown users and groups")
    func unknown() throws {
        let key = "control.roles.operate"
        let error = #expect(throws: ConfigurationError.self) { try policy(["\(key)=@no-such-group,root,no-such-user"]) }
        let remedy = "correct the name, or create the"
        #expect(
            error?.diagnostics.map(\.description) == [
                "--set \(key): \(key): unknown group '@no-such-group': \(remedy) group",
                "--set \(key): \(key): unknown user 'no-such-user': \(remedy) user",
            ])
    }

    @Test("may be granted to the default group even if it does not exist")
    func defaultGroup() throws {
        _ = try policy([])
        _ = try policy(["control.roles.operate=@trellis"])
    }

    @Test("are ordered: read, operate, administer")
    func order() {
        #expect(Role.read < .operate)
        #expect(Role.operate < .administer)
    }

    @Test("are read from the comment of a method in its contract")
    func requirements() throws {
        func role(_ comment: String) throws -> Role {
            let interface = try InterfaceDescription(
                parsing: "interface org.example.sample\n\n# Does it.\n\(comment)method Do() -> ()\n")
            return try Role(requiredBy: try #require(interface.methods.first))
        }
        #expect(try role("# [Requires role 'read']\n") == .read)
        #expect(try role("# [Requires role 'administer']\n# [Requires 'more' flag]\n") == .administer)
        #expect(try role("") == .operate)
        #expect(throws: UnknownRole.self) { try role("# [Requires role 'king']\n") }
    }
}
