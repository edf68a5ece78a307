import Testing

/// The audit log and the log level.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct AuditLevelTests {
    @Test("records calls regardless of the log level")
    func auditLevel() async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon("--set", "log.level=debug") { _ in
                #expect(try await workplace.trellisctl("items", "add", "Tea", "1").status == 0)
                let connection = try RawConnection(to: workplace.socket)
                for level in [7, 0] {
                    try await connection.send(
                        message: #"{"method":"io.systemd.service.SetLogLevel","parameters":{"level":\#(level)}}"#)
                    #expect(try await connection.receive() == #"{"parameters":{}}"#)
                }
                #expect(try await workplace.trellisctl("items", "delete", "x").status == 65)
            }
            let record = outcome.log.filter { $0.contains(" trellis.audit: ") }
            let expected = ["Items.Add", "service.SetLogLevel", "service.SetLogLevel", "Items.Delete"]
            #expect(record.count == expected.count, "\(outcome.log)")
            for (entry, method) in zip(record, expected) { #expect(entry.contains("\(method) by user ")) }
        }
    }

    @Test("calls of the daemon's own user are not printed on the console")
    func ownCalls() async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon { _ in
                let added = try await workplace.trellisctl("items", "add", "Tea", "1")
                #expect(added.status == 0)
            }
            #expect(outcome.log.contains { $0.contains(" trellis: ready ") })
            #expect(!outcome.log.contains { $0.contains(" trellis.audit: ") }, "\(outcome.log)")
        }
    }
}
