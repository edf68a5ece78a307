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
}
