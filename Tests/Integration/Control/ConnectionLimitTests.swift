import Glibc
import Testing

/// The limits on the number of connections, and the errors that report them.
@Suite(.runsPrograms, .timeLimit(.minutes(10))) struct ConnectionLimitTests {
    @Test(
        "the error names the exceeded limit",
        arguments: [("connectionsPerUser", "you have"), ("connections", "the daemon has")])
    func exceededLimit(key: String, subject: String) async throws {
        try await Workplace.with { workplace in
            let outcome = try await workplace.withDaemon("--set", "control.\(key)=2") { _ in
                // The test runs as the daemon's user, for which 16 more connections are reserved.
                var connections: [RawConnection] = []
                for _ in 0..<18 {
                    let connection = try RawConnection(to: workplace.socket)
                    try await connection.send(message: #"{"method":"io.systemd.service.Ping"}"#)
                    #expect(try await connection.receive() == #"{"parameters":{}}"#)
                    connections.append(connection)
                }
                for arguments in [["status"], ["items", "list"]] {
                    let refused = try await Workplace.run(
                        Programs.path(of: "trellisctl"), arguments, variables: ["TRELLIS_SOCKET": workplace.socket])
                    #expect(refused.status == EX_TEMPFAIL)
                    #expect(refused.error.contains("\(subject) 18 connections open, which is the limit"))
                    #expect(refused.error.contains("raise control.\(key) in the daemon's configuration"))
                }
                let raw = try RawConnection(to: workplace.socket)
                try await raw.send(message: #"{"method":"org.varlink.service.GetInfo"}"#)
                let error =
                    #""error":"io.trellis.Host.TooManyConnections","parameters":{"limit":18,"key":"control.\#(key)"}"#
                #expect(try await raw.receive() == "{\(error)}")
                #expect(try await raw.receive() == nil)
                // The other connections remain usable.
                try await connections[0].send(message: #"{"method":"io.systemd.service.Ping"}"#)
                #expect(try await connections[0].receive() == #"{"parameters":{}}"#)
            }
            #expect(outcome.status == 0)
        }
    }

    @Test("a reload applies other limits to further connections, and closes no open one")
    func reload() async throws {
        let ping = #"{"method":"io.systemd.service.Ping"}"#
        try await Workplace.with { workplace in
            try await workplace.withDaemon { _ in
                let (open, other) = (try RawConnection(to: workplace.socket), try RawConnection(to: workplace.socket))
                for connection in [open, other] {
                    try await connection.send(message: ping)
                    #expect(try await connection.receive() == #"{"parameters":{}}"#)
                }
                try workplace.write("control: { connections: 2, connectionsReserved: 0 }\n", to: "trellis.yaml")
                let reloaded = try await workplace.trellisctl("reload")
                #expect(reloaded.status == 0)
                #expect(reloaded.output.contains("control.connections: 1024 -> 2 "), "\(reloaded.output)")
                #expect(!reloaded.output.contains("after a restart"))
                let refused = try await workplace.trellisctl("status")
                #expect(refused.status == EX_TEMPFAIL)
                #expect(refused.error.contains("the daemon has 2 connections open, which is the limit"))
                try await open.send(message: ping)
                #expect(try await open.receive() == #"{"parameters":{}}"#)
                try await open.send(message: #"{"method":"io.trellis.Host.ReadConfiguration"}"#)
                #expect(
                    try await open.receive()?.contains(#""key":"control.connections","type":"integer","value":"2""#)
                        == true)
                try workplace.write(Workplace.configuration, to: "trellis.yaml")
                try await open.send(message: #"{"method":"io.systemd.service.Reload"}"#)
                #expect(try await open.receive() == #"{"parameters":{}}"#)
                #expect(try await workplace.trellisctl("status").status == 0)
                withExtendedLifetime(other) {}
            }
        }
    }
}
