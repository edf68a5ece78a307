import Testing

/// `trellisctl inject`, with the installed programs.
@Suite("Injected faults", .runsPrograms, .timeLimit(.minutes(10)))
struct InjectTests {
    private static let configuration = "control:\n  failpoints: true\nplugins:\n  items:\n"

    @Test("fail calls, and appear in the status, the log and the audit log, until the daemon stops")
    func faults() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            let outcome = try await workplace.withDaemon { daemon in
                #expect(
                    try await workplace.trellisctl("inject", "items.store.write", "1*error(EIO)->1*delay(1)")
                        == CommandResult(status: 0, output: "", error: ""))
                let status = await daemon.notifications.first {
                    $0.contains("injected faults: items.store.write=1*error(EIO)->1*delay(1)")
                }
                #expect(status != nil)
                let failed = try await workplace.trellisctl("items", "add", "Tea", "1")
                #expect(failed.status == 74)
                #expect(failed.error.contains("items.sqlite cannot be read or written (Input/output error)"))
                #expect(try await workplace.trellisctl("items", "add", "Tea", "1").status == 0)
                _ = await daemon.notifications.first { $0 == "STATUS=1 plugin runs" }
                let listed = try await workplace.trellisctl("inject", "items.store.write", "--json")
                #expect(listed.output == #"{"name":"items.store.write","hits":2}"# + "\n")
                #expect(try await workplace.trellisctl("inject", "items.store.write", "pause").status == 0)
                let audit = try await workplace.trellisctl("audit", "--method", "Inject", "--json")
                #expect(audit.output.split(separator: "\n").count == 2)
            }
            #expect(outcome.log.contains { $0.contains("warning") && $0.contains("items.store.write") })
            try await workplace.withDaemon { _ in
                let added = try await workplace.trellisctl("items", "add", "Rice", "1")
                #expect(added.status == 0, "\(added.error)")
            }
        }
    }

    @Test("a call that hangs is listed with its caller until it ends")
    func hangingCall() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            try await workplace.withDaemon { _ in
                #expect(try await workplace.require("calls") == "")
                try await workplace.require("inject", "items.store.write", "pause")
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask { try await workplace.require("items", "add", "Tea", "1") }
                    var listed = ""
                    while !listed.contains("io.trellis.Items.Add") { listed = try await workplace.require("calls") }
                    #expect(listed.contains("AGE") && listed.contains("root"), "\(listed)")
                    try await workplace.require("inject", "items.store.write", "off")
                    try await group.waitForAll()
                }
                #expect(try await workplace.require("calls") == "")
            }
        }
    }

    @Test("a daemon that crashes at a failpoint attributes the crash to the plugin")
    func panic() async throws {
        try await Workplace.with(configuration: Self.configuration) { workplace in
            let outcome = try await workplace.withDaemon { _ in
                #expect(try await workplace.trellisctl("inject", "items.store.write", "panic").status == 0)
                _ = try await workplace.trellisctl("items", "add", "Tea", "1")
            }
            #expect(outcome.status > 128)
            let next = try await workplace.withDaemon { _ in }
            #expect(next.log.contains { $0.contains("crash") && $0.contains("items") }, "\(next.log)")
        }
    }

    @Test("require the key control.failpoints, which a reload changes")
    func permission() async throws {
        try await Workplace.with { workplace in
            try await workplace.withDaemon { _ in
                let rejected = try await workplace.trellisctl("inject", "items.store.write", "pause")
                #expect(rejected.status == 78)
                #expect(rejected.error.contains("Set control.failpoints to true"))
                try workplace.write(Self.configuration, to: "trellis.yaml")
                #expect(try await workplace.trellisctl("reload").status == 0)
                #expect(try await workplace.trellisctl("inject", "items.store.write", "error(EIO)").status == 0)
                try workplace.write(Workplace.configuration, to: "trellis.yaml")
                #expect(try await workplace.trellisctl("reload").status == 0)
                #expect(try await workplace.trellisctl("items", "add", "Tea", "1").status == 0)
            }
        }
    }
}
