import Foundation
import Testing
import Varlink

@Suite("Connecting", .timeLimit(.minutes(2))) struct ConnectingTests {
    @Test(
        "parses addresses",
        arguments: [
            ("unix:/run/x", .path("/run/x")), ("unix:/run/x;mode=0600", .path("/run/x")), ("unix:x", .path("x")),
            ("unix:./x", .path("./x")), ("/run/x", .path("/run/x")), ("/run/a:b;c", .path("/run/a:b;c")),
            ("./x", .path("./x")), ("x", .path("x")), ("unix:@x", .abstract("x")), ("unix:@a:b;c=d", .abstract("a:b")),
            ("@x", .abstract("x")), ("@a:b", .abstract("a:b")),
        ] as [(String, VarlinkAddress)])
    func addresses(_ text: String, _ address: VarlinkAddress) throws {
        #expect(try VarlinkAddress(parsing: text) == address)
        #expect(try VarlinkAddress(parsing: address.description) == address || text.contains(";c"))
    }

    @Test(
        "rejects invalid addresses",
        arguments: [
            ("", .empty(address: "")), ("unix:", .empty(address: "unix:")), ("unix:@", .empty(address: "unix:@")),
            ("unix:;x", .empty(address: "unix:;x")),
            ("tcp:localhost:1", .unsupportedScheme("tcp", address: "tcp:localhost:1")),
            ("exec:/bin/x", .unsupportedScheme("exec", address: "exec:/bin/x")),
            ("ssh-unix:host:/x", .unsupportedScheme("ssh-unix", address: "ssh-unix:host:/x")),
            ("/a\u{0}b", .nulCharacter(address: "/a\u{0}b")),
        ] as [(String, VarlinkAddressError)])
    func invalidAddresses(_ text: String, _ reason: VarlinkAddressError) {
        #expect(throws: reason) { try VarlinkAddress(parsing: text) }
    }

    private func code(connectingTo path: String) async -> VarlinkConnectionError.Code? {
        let error = await #expect(throws: VarlinkConnectionError.self) {
            try await VarlinkConnection.connect(to: .path(path))
        }
        #expect(error?.address == .path(path))
        #expect(error?.description.contains(path) == true)
        return error?.code
    }

    @Test("reports the reason for a failed connection") func reportsTheReasonOfAFailedConnection() async throws {
        try await withTemporaryFolder { folder in
            #expect(await code(connectingTo: folder + "/socket") == .notFound)
            #expect(await code(connectingTo: folder + "/a/b") == .notFound)
            try "".write(toFile: folder + "/file", atomically: true, encoding: .utf8)
            #expect(await code(connectingTo: folder + "/file") == .notASocket)
            #expect(await code(connectingTo: folder + "/file/socket") == .notFound)
            let other = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
            try requireSuccess(bindUnix(other, folder + "/stale"))
            close(other)
            #expect(await code(connectingTo: folder + "/stale") == .refused)
            let datagram = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
            defer { close(datagram) }
            try requireSuccess(bindUnix(datagram, folder + "/datagram"))
            #expect(await code(connectingTo: folder + "/datagram") == .notASocket)
        }
    }

    @Test("uses a socket that is connected already, under its own name")
    func connectedSocket() async throws {
        try await withTrialServer { trial in
            let connection = try await VarlinkConnection.connect(
                over: try await trial.address.connectedSocket(), to: .connected("web1"))
            #expect(try await !ServiceClient(connection).getInfo().interfaces.isEmpty)
            await connection.close()
            let closed = await #expect(throws: VarlinkConnectionError.self) {
                try await ServiceClient(connection).getInfo()
            }
            #expect(closed?.description == "The connection to web1 has been closed.")
        }
    }

    @Test("cannot connect to a service that only has a name, or listen for it")
    func connectedAddress() async throws {
        let refused = await #expect(throws: VarlinkConnectionError.self) {
            try await VarlinkConnection.connect(to: .connected("web1"))
        }
        #expect(refused?.code == .notASocket)
        let server = VarlinkServer(router: VarlinkRouter(information: TrialServer.information))
        let error = #expect(throws: VarlinkListenError.self) { try server.listen(on: .connected("web1")) }
        #expect(error?.code == .systemCall(operation: "binding", errno: EOPNOTSUPP))
    }

    @Test("reports a missing permission to connect", .enabled(if: getuid() != 0, "root may connect to every socket"))
    func reportsMissingPermission() async throws {
        try await withTrialServer { trial in
            chmod(trial.path, 0)
            #expect(await code(connectingTo: trial.path) == .permissionDenied)
        }
    }

    @Test("connecting times out when the service does not accept connections")
    func timesOutWhenTheServiceDoesNotAccept()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/socket"
            let server = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
            defer { close(server) }
            try requireSuccess(bindUnix(server, path))
            try requireSuccess(listen(server, 0))
            _ = try await withHeld(RawClient(path: path)) {
                var configuration = VarlinkConnectionConfiguration()
                configuration.connectTimeout = .milliseconds(20)
                let error = await #expect(throws: VarlinkConnectionError.self) {
                    try await VarlinkConnection.connect(to: .path(path), configuration: configuration)
                }
                #expect(error?.code == .timedOut)
            }
        }
    }

    @Test("a client waits while the queue of the service is full") func waitsInAFullQueue() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/socket"
            let server = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
            try requireSuccess(bindUnix(server, path))
            try requireSuccess(listen(server, 0))
            try await withHeld(RawClient(path: path)) {
                var configuration = VarlinkConnectionConfiguration()
                configuration.connectTimeout = .seconds(300)
                async let connection = VarlinkConnection.connect(to: .path(path), configuration: configuration)
                let varlink = VarlinkServer(router: try TrialServer.makeRouter(TrialInterface()))
                try varlink.listen(onDescriptor: server)
                async let running: Void = varlink.run()
                let reply = try await connection.call("org.example.trial.Echo", ["text": "x"])
                #expect(reply == ["text": "x"])
                await varlink.shutdown(gracePeriod: .zero)
                try await running
            }
        }
    }

    private func withHeld(_ client: RawClient, _ body: () async throws -> Void) async rethrows {
        try await body()
        withExtendedLifetime(client) {}
    }

    /// Each argument is a reply that violates the protocol.
    @Test(
        "closes the connection on a malformed reply",
        arguments: [
            ("nonsense\0", .notJSON), ("{\"foo\":1}\0", .unknownMember("foo")),
            ("{\"continues\":true}\0", .unexpectedContinues),
            ("{\"error\":\"a.B\",\"continues\":true}\0", .unexpectedContinues),
            ("{\"parameters\":[]}\0", .wrongMember("parameters")),
            ("{\"error\":1}\0", .wrongMember("error")), ("{\"continues\":null}\0", .wrongMember("continues")),
            ("[]\0", .notAnObject),
        ] as [(String, Violation)])
    func closesTheConnectionOnAMalformedReply(_ reply: String, _ violation: Violation) async throws {
        try await withCannedService(reply) { connection in
            let error = await #expect(throws: VarlinkConnectionError.self) { try await connection.call("a.b.C") }
            guard case .protocolViolation(let found) = error?.code else {
                Issue.record("\(String(describing: error)) is no violation")
                return
            }
            #expect(violation.matches(found))
        }
    }

    @Test(
        "accepts all forms of empty parameters",
        arguments: [
            "{}\0", "{\"parameters\":null}\0", "{\"parameters\":{}}\0", "{\"continues\":false}\0", " { } \n\0",
            "{\"org.example\":{\"x\":1}}\0",
        ])
    func acceptsAllFormsOfEmptyParameters(_ reply: String) async throws {
        try await withCannedService(reply) { connection in
            let parameters = try await connection.call("a.b.C")
            #expect(parameters == JSONObject())
        }
    }

    @Test("ignores unknown fields of a reply") func ignoresUnknownFieldsOfAReply() async throws {
        try await withCannedService("{\"parameters\":{\"new\":[{}],\"text\":\"x\"}}\0") { connection in
            let reply = try await connection.call(
                "a.b.C", JSONObject(), returning: Single<String, TextField>.self, errors: NoErrors.self)
            #expect(reply.value == "x")
        }
    }

    @Test("keeps the parameters of an error that do not match its declaration")
    func keepsMismatchedParametersOfAnError()
        async throws
    {
        try await withCannedService(
            "{\"error\":\"org.example.trial.TooMany\",\"parameters\":{\"limit\":\"many\"}}\0"
        ) { connection in
            await #expect(throws: RemoteError(name: "org.example.trial.TooMany", parameters: ["limit": "many"])) {
                try await connection.call("a.b.C", JSONObject(), returning: JSONObject.self, errors: TrialError.self)
            }
        }
    }

    @Test("reports that the service has closed the connection") func reportsThatTheServiceHasClosedTheConnection()
        async throws
    {
        try await withCannedService("") { connection in
            let error = await #expect(throws: VarlinkConnectionError.self) { try await connection.call("a.b.C") }
            #expect(error?.code == .closedByService)
        }
    }

    enum Violation {
        case notJSON
        case unknownMember(String)
        case unexpectedContinues
        case wrongMember(String)
        case notAnObject

        func matches(_ violation: ProtocolViolation) -> Bool {
            switch (self, violation) {
            case (.notJSON, .notJSON), (.unexpectedContinues, .unexpectedContinues), (.notAnObject, .notAnObject): true
            case (.unknownMember(let name), .unknownMember(let found)),
                (.wrongMember(let name), .wrongMember(let found)):
                name == found
            default: false
            }
        }
    }

    /// A service that replies to the first call with these bytes, and closes the connection.
    private func withCannedService(
        _ reply: String, _ body: @Sendable (VarlinkConnection) async throws -> Void
    ) async throws {
        try await withTemporaryFolder { folder in
            let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
            defer { close(listener) }
            try requireSuccess(bindUnix(listener, folder + "/socket"))
            try requireSuccess(listen(listener, 1))
            let connection = try await VarlinkConnection.connect(to: .path(folder + "/socket"))
            let service = RawClient(descriptor: accept(listener, nil, nil))
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    _ = try await service.receive()
                    try await service.send(reply)
                    service.endInput()
                }
                try await body(connection)
                try await group.waitForAll()
            }
        }
    }
}
