import Foundation
import Testing

/// Reloads of the configuration under a real systemd.
@Suite("Reloads of the service", .runsPrograms, .bootsMachine, .serialized, .timeLimit(.minutes(10)))
struct ReloadTests {
    /// The configuration with a period for which Items keeps changes.
    private static func configuration(history: String) -> String { "plugins: { items: { history: \(history) } }\n" }

    /// A configuration with an error in line 3, column 5.
    private static let invalid = "plugins:\n  items:\n    histori: 3d\n"

    /// The value and the source of the setting in use.
    private static func history(in machine: BootedMachine) async throws -> String {
        let shown = try await machine.run("trellisctl", "config", "show", "plugins.items.history", "--json").output
        let fields = shown.firstMatch(of: /"value":"([^"]*)".*"location":"([^"]*)"/)
        return fields.map { "\($0.1) \($0.2)" } ?? shown
    }

    @Test("systemctl reload applies a changed configuration, while the process and its connections continue")
    func validConfiguration() async throws {
        let old = Self.configuration(history: "3d")
        try await BootedMachine.bootWithTrellis(configuration: old) { machine in
            try await machine.run("systemctl", "start", BootedMachine.service)
            let process = try await machine.service("MainPID", "NRestarts", "ActiveEnterTimestamp")
            let client = try RawConnection(to: "/proc/\(machine.leader)/root/run/trellis/io.trellis")
            try await Self.add("before", over: client)

            try await machine.configure(Self.configuration(history: "2d"))
            let plan = try await machine.run("trellisctl", "plan")
            #expect(plan.output.contains("plugins.items.history: 3d -> 2d"), "\(plan.output)")
            try await machine.run("systemctl", "reload", BootedMachine.service)

            #expect(try await Self.history(in: machine) == "2d /etc/trellis/trellis.d/50-test.yaml:1:30")
            #expect(try await machine.service("MainPID", "NRestarts", "ActiveEnterTimestamp") == process)
            #expect(try await machine.service("ActiveState", "StatusText") == ["active", "3 plugins run"])
            try await Self.add("after", over: client)
            let items = try await machine.run("trellisctl", "items", "list").output
            #expect(items.contains("before") && items.contains("after"), "\(items)")
            #expect(try await machine.run("trellisctl", "plan").output == "Nothing changes.\n")
        }
    }

    @Test("systemctl reload fails with an invalid configuration, and the daemon continues with the previous one")
    func invalidConfiguration() async throws {
        let old = Self.configuration(history: "3d")
        try await BootedMachine.bootWithTrellis(configuration: old) { machine in
            try await machine.run("systemctl", "start", BootedMachine.service)
            let process = try await machine.service("MainPID", "NRestarts")
            try await machine.configure(Self.invalid)
            let reload = try await machine.attempt(["systemctl", "reload", BootedMachine.service])
            #expect(reload.status == 1)
            let location = "/etc/trellis/trellis.d/50-test.yaml:3:5"
            #expect(try await machine.service("ActiveState", "MainPID", "NRestarts") == ["active"] + process)
            #expect(try await machine.service("StatusText")[0].contains("the last reload failed: \(location)"))
            let isExplained = try await machine.waitForEntry(of: BootedMachine.service) { entry in
                entry["SYSLOG_IDENTIFIER"] == "trellisctl" && entry["MESSAGE"]?.contains(location) == true
            }
            #expect(isExplained)
            #expect(try await Self.history(in: machine) == "3d /etc/trellis/trellis.d/50-test.yaml:1:30")

            // The next reload with a valid configuration removes the reason from the status.
            try await machine.configure(Self.configuration(history: "2d"))
            try await machine.run("systemctl", "reload", BootedMachine.service)
            #expect(try await machine.service("StatusText") == ["3 plugins run"])
        }
    }

    /// The configuration of a daemon with the plugin `moody` (`Tests/FaultyDaemon`).
    private static func configuration(mood: String) -> String {
        "plugins: { moody: { mood: \(mood), confirmHealth: 5min } }\n"
    }

    @Test(
        "systemctl reload fails when a plugin fails or is unhealthy with its new configuration, and it keeps the old one",
        arguments: [
            ("bad", "cannot start with its new configuration: a health check reports a problem: mood: in a bad mood"),
            ("worsening", "became unhealthy: mood: in a bad mood"),
        ])
    func unhealthyPlugin(mood: String, reason: String) async throws {
        try await BootedMachine.bootWithFaultyDaemon(fault: "none") { machine in
            try await machine.write(Self.configuration(mood: "good"), to: "/etc/trellis/trellis.yaml")
            try await machine.run("systemctl", "start", BootedMachine.service)
            let process = try await machine.service("MainPID", "NRestarts")
            try await machine.write(Self.configuration(mood: mood), to: "/etc/trellis/trellis.yaml")
            let reload = try await machine.attempt(["systemctl", "reload", BootedMachine.service])
            #expect(reload.status == 1)
            #expect(try await machine.service("ActiveState", "MainPID", "NRestarts") == ["active"] + process)
            #expect(try await machine.service("StatusText")[0].contains("the plugin moody \(reason)"))
            #expect(try await machine.pluginStates().contains("moody running"))
            // The command of ExecReload= and the daemon log the reason.
            for program in ["trellisctl", "trellisd"] {
                let isLogged = try await machine.waitForEntry(of: BootedMachine.service) { entry in
                    entry["SYSLOG_IDENTIFIER"] == program && entry["MESSAGE"]?.contains(reason) == true
                }
                #expect(isLogged, "\(program)")
            }
            let mood = try await machine.run("trellisctl", "config", "show", "plugins.moody.mood", "--json").output
            #expect(mood.contains(#""value":"good""#), "\(mood)")
        }
    }

    @Test("a plugin that fails after systemctl reload has returned gets its old configuration, and everything says so")
    func laterFailure() async throws {
        try await BootedMachine.bootWithFaultyDaemon(fault: "none") { machine in
            try await machine.write(Self.configuration(mood: "good"), to: "/etc/trellis/trellis.yaml")
            try await machine.run("systemctl", "start", BootedMachine.service)
            try await machine.write(Self.configuration(mood: "leaving"), to: "/etc/trellis/trellis.yaml")
            let reload = try await machine.run("systemctl", "reload", BootedMachine.service)
            #expect(reload.status == 0)
            let reason = "the plugin moody failed: service MoodService: it left"
            let isReported = try await machine.wait(for: "StatusText", of: BootedMachine.service) {
                $0.contains("the last reload was reverted: \(reason)")
            }
            #expect(isReported)
            #expect(try await machine.pluginStates().contains("moody running"))
            let mood = try await machine.run("trellisctl", "config", "show", "plugins.moody.mood", "--json").output
            #expect(mood.contains(#""value":"good""#), "\(mood)")
            let isLogged = try await machine.waitForEntry(of: BootedMachine.service) { entry in
                entry["SYSLOG_IDENTIFIER"] == "trellisd" && entry["MESSAGE"]?.contains(reason) == true
            }
            #expect(isLogged)
            #expect(try await machine.run("trellisctl", "events").output.contains("reload rolled back: \(reason)"))
            let check = try await machine.attempt(["trellisctl", "status", "--check"])
            #expect(check.status == 1 && check.output.contains("the last reload was reverted"), "\(check)")
        }
    }

    /// The parts of a reload in which a signal can arrive.
    enum Part: CaseIterable {
        /// The new generation is being created.
        case preparation

        /// The reload has returned, and the new generation is watched.
        case confirmation
    }

    @Test(
        "SIGTERM during a reload, or while it is watched, stops the plugins in order; trellisctl reload reports the stop",
        arguments: Part.allCases)
    func stop(during part: Part) async throws {
        try await BootedMachine.bootWithFaultyDaemon(fault: "none") { machine in
            let others = "  faulty: {}\n  dependent: {}\n"
            func configure(_ mood: String) async throws {
                let moody = "  moody: { mood: \(mood), confirmHealth: 5min }\n"
                try await machine.write("plugins:\n\(others)\(moody)", to: "/etc/trellis/trellis.yaml")
            }
            try await configure("good")
            try await machine.run("systemctl", "start", BootedMachine.service)
            // At this level the daemon logs every change of a state.
            try await machine.run("trellisctl", "log-level", "debug")
            try await configure(part == .preparation ? "sleepy" : "cheerful")
            async let reload = machine.attempt(["trellisctl", "reload"])
            if part == .preparation {
                #expect(try await machine.wait(for: "ActiveState", of: BootedMachine.service, toBe: "reloading"))
                // The state of the plugin is 'reloading' until the new generation is in use.
                let isInPart = try await machine.waitForEntry(of: BootedMachine.service) { entry in
                    entry["MESSAGE"]?.hasPrefix("the plugin moody is reloading") == true
                }
                #expect(isInPart)
            } else {
                let result = try await reload
                #expect(
                    result.status == 0 && result.output.contains("If moody fails or becomes unhealthy"), "\(result)")
            }
            try await machine.run("systemctl", "kill", "--kill-who=main", "--signal=TERM", BootedMachine.service)
            if part == .preparation {
                // A call that takes longer is shown with its request ID.
                let result = try await reload
                let answer = "trellisctl: the daemon is stopping [io.trellis.Host.ShuttingDown]\n"
                #expect(result.status == 75 && result.output == "" && result.error.hasPrefix(answer), "\(result)")
            }
            #expect(try await machine.wait(for: "ActiveState", of: BootedMachine.service, toBe: "inactive"))
            #expect(try await machine.service("Result", "ExecMainStatus", "NRestarts") == ["success", "0", "0"])
            let messages = try await machine.journal(of: BootedMachine.service).compactMap { $0["MESSAGE"] }
            let order = ["dependent", "faulty"].map { "the plugin \($0) is stopped: the daemon stops" } + ["stopped"]
            #expect(messages.filter(order.contains) == order, "\(messages)")
            #expect(messages.contains("the plugin moody is stopped: the daemon stops"), "\(messages)")
            let isOverdue = { (message: String) in message.contains("stuck") || message.contains("took too long") }
            #expect(!messages.contains(where: isOverdue), "\(messages)")
        }
    }

    @Test("SIGTERM also ends the reloads that wait for another one, and none of them is applied")
    func stopOfWaitingReloads() async throws {
        try await BootedMachine.bootWithFaultyDaemon(fault: "none") { machine in
            try await machine.write(Self.configuration(mood: "good"), to: "/etc/trellis/trellis.yaml")
            try await machine.run("systemctl", "start", BootedMachine.service)
            try await machine.write(Self.configuration(mood: "sleepy"), to: "/etc/trellis/trellis.yaml")
            let results = try await withThrowingTaskGroup(of: CommandResult.self) { group in
                group.addTask { try await machine.attempt(["trellisctl", "reload"]) }
                #expect(try await machine.wait(for: "ActiveState", of: BootedMachine.service, toBe: "reloading"))
                for _ in 1...2 { group.addTask { try await machine.attempt(["trellisctl", "reload"]) } }
                // The fourth call in progress is the one that reads the metrics.
                try await machine.run(
                    "sh", "-c",
                    #"""
                    until trellisctl call io.trellis.Host.ReadMetrics '{"names": ["trellis_calls_in_progress"]}' --more --json |
                        grep -qE '"value":4(\.0)?[,}]'; do :; done
                    """#)
                try await machine.write(Self.configuration(mood: "cheerful"), to: "/etc/trellis/trellis.yaml")
                try await machine.run("systemctl", "kill", "--kill-who=main", "--signal=TERM", BootedMachine.service)
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(results.count == 3)
            for result in results {
                let answer = "trellisctl: the daemon is stopping [io.trellis.Host.ShuttingDown]\n"
                #expect(result.status == 75 && result.output == "" && result.error.hasPrefix(answer), "\(result)")
            }
            #expect(try await machine.wait(for: "ActiveState", of: BootedMachine.service, toBe: "inactive"))
            #expect(try await machine.service("Result", "ExecMainStatus", "NRestarts") == ["success", "0", "0"])
            let messages = try await machine.journal(of: BootedMachine.service).compactMap { $0["MESSAGE"] }
            let isReload = { (message: String) in
                message.contains("was reloaded") || message.contains("was not reloaded")
            }
            #expect(!messages.contains(where: isReload), "\(messages)")
        }
    }

    @Test("SIGHUP reloads the configuration, and the status and the journal have the reason of a failure")
    func hangup() async throws {
        let old = Self.configuration(history: "3d")
        try await BootedMachine.bootWithTrellis(configuration: old) { machine in
            try await machine.run("systemctl", "start", BootedMachine.service)
            let hangup = ["systemctl", "kill", "--kill-who=main", "--signal=HUP", BootedMachine.service]
            try await machine.configure(Self.invalid)
            _ = try await machine.attempt(hangup)
            let location = "/etc/trellis/trellis.d/50-test.yaml:3:5"
            let isReported = try await machine.wait(for: "StatusText", of: BootedMachine.service) {
                $0.contains("the last reload failed: \(location)")
            }
            #expect(isReported)
            let isLogged = try await machine.waitForEntry(of: BootedMachine.service) { entry in
                entry["SYSLOG_IDENTIFIER"] == "trellisd" && entry["MESSAGE"]?.contains(location) == true
            }
            #expect(isLogged)

            try await machine.configure(Self.configuration(history: "2d"))
            _ = try await machine.attempt(hangup)
            #expect(try await machine.wait(for: "StatusText", of: BootedMachine.service, toBe: "3 plugins run"))
            #expect(try await Self.history(in: machine) == "2d /etc/trellis/trellis.d/50-test.yaml:1:30")
            #expect(try await machine.service("ActiveState", "NRestarts") == ["active", "0"])
        }
    }

    /// Adds an item over a connection, and expects the reply.
    private static func add(_ title: String, over client: RawConnection) async throws {
        try await client.send(
            message: #"{"method":"io.trellis.Items.Add","parameters":{"title":"\#(title)","count":1}}"#)
        let reply = try await client.receive()
        #expect(reply?.contains("\"\(title)\"") == true, "\(reply ?? "the connection was closed")")
    }
}
