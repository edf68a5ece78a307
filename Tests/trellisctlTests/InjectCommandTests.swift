import Glibc
import Testing

@Suite("trellisctl inject", .timeLimit(.minutes(2)))
struct InjectCommandTests {
    @Test(
        "lists the failpoints, or one of them",
        arguments: [
            (
                [],
                """
                FAILPOINT           TERMS         HITS
                sample.store.read   off              0
                sample.store.write  2*error(EIO)     1

                """
            ),
            (
                ["sample.store.write", "--json"],
                """
                {"name":"sample.store.write","terms":"2*error(EIO)","hits":1}

                """
            ),
            (["sample.store.write", "3*error(EIO)->1*delay(2000)"], ""),
        ])
    func output(words: [String], output: String) async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["inject"] + words, variables: daemon.variables)
            #expect(result.output == output)
            #expect(result.error == "")
            #expect(result.status == EX_OK)
        }
    }

    @Test(
        "reports a remedy for each error",
        arguments: [
            (
                ["disabled", "off"], EX_CONFIG,
                "the configuration does not permit failpoints", "Set control.failpoints to true"
            ),
            (
                ["sample.store.wirte", "off"], EX_USAGE,
                "unknown failpoint sample.store.wirte (did you mean 'sample.store.write'?)",
                "'trellisctl inject' lists the failpoints"
            ),
            (
                ["sample.store.wirte"], EX_USAGE,
                "unknown failpoint sample.store.wirte (did you mean 'sample.store.write'?)",
                "'trellisctl inject' lists the failpoints"
            ),
            (
                ["sample.store.write", "3*eror"], EX_USAGE, "invalid terms, column 3: unknown action 'eror'",
                "[PROBABILITY%][COUNT*]ACTION"
            ),
        ])
    func errors(words: [String], status: Int32, message: String, remedy: String) async throws {
        try await withSampleDaemon { daemon in
            let result = try await Program.run(["inject"] + words, variables: daemon.variables)
            #expect(result.error.contains(message), "\(result.error)")
            #expect(result.error.contains(remedy), "\(result.error)")
            #expect(result.status == status)
        }
    }
}
