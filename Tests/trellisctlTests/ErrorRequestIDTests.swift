import Glibc
import Testing
import Trellis
import TrellisTesting

@testable import trellisctl

@Suite("The request ID of an error", .timeLimit(.minutes(2)))
struct ErrorRequestIDTests {
    @Test(
        "identifies the failed call, for every kind of error",
        arguments: [
            "sample refuse reason", "sample refuse defect", "sample refuse rights", "sample watch --since -1",
            "sample watch --since -1 --output -", "sample watch --since -1 --follow",
            "org.example.Sample refuse rights", #"call org.example.Sample.Refuse {"reason":"reason"}"#,
            #"call --more org.example.Sample.Watch {"since":-1}"#,
            #"call org.example.Sample.Place {"sound":{"title":"a"},"times":-1}"#,
        ])
    func failedCall(line: String) async throws {
        try await withSampleDaemon { daemon in
            let words = line.split(separator: " ").map(String.init)
            let ended = try await Program.run(words, variables: daemon.variables)
            #expect(ended.requestID == daemon.state.requestIDs.last, "\(ended.error)")
            #expect(ended.errorWithoutRequestID.hasSuffix("\n"))
            let json = try await Program.run(words + ["--json"], variables: daemon.variables)
            let error = try JSONValue(parsing: json.error)
            #expect(error["requestID"]?.stringValue == daemon.state.requestIDs.last, "\(json.error)")
        }
    }

    @Test(
        "is present when the daemon rejects a call, or replies without running a handler",
        arguments: [
            "call org.example.Sample.Lost", "call org.example.Lost.List", "introspect org.example.Lost",
            "audit --user 0",
        ])
    func firstCall(line: String) async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(line.split(separator: " ").map(String.init), variables: daemon.variables)
            #expect(ended.requestID?.hasSuffix(".1") == true, "\(ended.error)")
            #expect(ended.status != EX_OK)
        }
    }

    @Test("identifies each failed call of a shell")
    func shell() async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(
                ["shell", "sample", "--keep-going", "--json"], input: "refuse a\necho b 1\nrefuse c\n",
                variables: daemon.variables)
            let shown = try ended.error.split(separator: "\n").map {
                try JSONValue(parsing: String($0))["requestID"]?.stringValue
            }
            let made = daemon.state.requestIDs
            #expect(made.count == 3)
            #expect(shown == [made.first, made.last])
        }
    }

    @Test(
        "is absent when no call failed",
        arguments: ["call org.example.Sample.Refuse []", "sample refuse", "sample wait --timeout 0.05"])
    func noCall(line: String) async throws {
        try await withSampleDaemon { daemon in
            let ended = try await Program.run(line.split(separator: " ").map(String.init), variables: daemon.variables)
            #expect(ended.status != EX_OK)
            #expect(!ended.error.contains("Request ID"), "\(ended.error)")
        }
    }

    @Test("is absent when the service does not report it, and the rest of the error is unchanged")
    func otherService() async throws {
        try await withTemporaryFolder { folder in
            let path = folder.appending("s").string
            let router = VarlinkRouter(
                information: ServiceInformation(vendor: "v", product: "p", version: "1", url: "u"))
            try router.register(SampleInterface(state: SampleState()))
            let server = VarlinkServer(router: router)
            try server.listen(on: .path(path))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await server.run() }
                let ended = try await Program.run(
                    ["call", "org.example.Sample.Refuse", #"{"reason":"no"}"#],
                    variables: ["TRELLIS_SOCKET": path, "PATH": "/usr/bin:/bin"])
                #expect(
                    ended.error
                        == "trellisctl: the request was refused (reason: no) [org.example.Sample.Refused]\n")
                #expect(ended.status == EX_DATAERR)
                await server.shutdown(gracePeriod: .seconds(5))
                try await group.waitForAll()
            }
        }
    }
}
