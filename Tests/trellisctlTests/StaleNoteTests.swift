import Glibc
import Testing

@testable import trellisctl

@Suite("A reply from a copy", .timeLimit(.minutes(2)))
struct StaleNoteTests {
    private let note =
        "trellisctl: this is the copy of the host, which has every change until 2026-11-25T12:00:00.000Z\n"

    @Test("has the time of the copy on standard error instead of a column")
    func text() async throws {
        try await withSampleDaemon { daemon in
            let empty = try await Program.run(["sample", "peek", "--stale"], variables: daemon.variables)
            #expect(empty == .init(status: EX_OK, output: "", error: note))
            let place = ["sample", "place", "--sound.title", "horn", "1"]
            #expect(try await Program.run(place, variables: daemon.variables).status == EX_OK)
            let current = try await Program.run(["sample", "peek"], variables: daemon.variables)
            let stale = try await Program.run(["sample", "peek", "--stale"], variables: daemon.variables)
            #expect(stale == .init(status: EX_OK, output: current.output, error: note))
            #expect(current.error == "")
        }
    }

    @Test("has the same lines in a file as a current one, and its field in JSON")
    func json() async throws {
        try await withSampleDaemon { daemon in
            let place = ["sample", "place", "--sound.title", "horn", "1"]
            #expect(try await Program.run(place, variables: daemon.variables).status == EX_OK)
            let lines = try await Program.run(
                ["sample", "peek", "--stale", "--output", "-"], variables: daemon.variables)
            #expect(lines == .init(status: EX_OK, output: "{\"title\":\"horn\"}\n", error: note))
            let json = try await Program.run(["sample", "peek", "--stale", "--json"], variables: daemon.variables)
            #expect(json.output == "{\"sound\":{\"title\":\"horn\"},\"asOf\":\"2026-11-25T12:00:00.000Z\"}\n")
            #expect(json.error == "")
        }
    }
}
