import Foundation

extension BootedMachine {
    /// Boots a machine whose daemon has the plugins `faulty` and `dependent` instead of its own, and does not start the
    /// daemon.
    ///
    /// - Parameters:
    ///   - fault: The fault of the plugin `faulty` (`Tests/FaultyDaemon`).
    ///   - drop: Settings in the section `[Service]` of the unit.
    ///   - body: Receives the machine.
    /// - Throws: The errors of ``bootWithTrellis(configuration:_:)``.
    static func bootWithFaultyDaemon(
        fault: String, drop: String = "", _ body: @Sendable (BootedMachine) async throws -> Void
    ) async throws {
        let program = Programs.checkout.appending(path: ".build/debug/faulty-daemon")
        try await bootWithTrellis { machine in
            try await machine.copy(program, to: "/usr/bin/trellisd")
            try await machine.allowToolchain()
            try await machine.run("rm", "-rf", "/etc/trellis/trellis.d")
            try await machine.write(
                "plugins:\n  faulty: { fault: \(fault), stallLimit: 1s, timeoutStop: 100ms }\n  dependent: {}\n",
                to: "/etc/trellis/trellis.yaml")
            try await machine.write(
                "[Service]\n\(drop)\n", to: "/etc/systemd/system/trellisd.service.d/50-test.conf")
            try await machine.run("systemctl", "daemon-reload")
            try await body(machine)
        }
    }

    /// The enabled plugins with their states and reasons: `dependent waiting it needs the plugin faulty, which is quarantined`.
    func pluginStates() async throws -> [String] {
        let list = try await run("trellisctl", "plugin", "list", "--json").output
        return try list.split(separator: "\n").compactMap { line in
            let plugin = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            if plugin?["state"] as? String == "disabled" { return nil }
            return ["name", "state", "reason"].compactMap { plugin?[$0] as? String }.joined(separator: " ")
        }
    }
}
