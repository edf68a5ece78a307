import Foundation
import Testing
import Varlink

@Suite("Listening", .timeLimit(.minutes(2))) struct ListeningTests {
    private static func makeServer() throws -> VarlinkServer {
        VarlinkServer(router: try TrialServer.makeRouter(TrialInterface()))
    }

    private static func status(of path: String) -> stat? {
        var found = stat()
        return lstat(path, &found) == 0 ? found : nil
    }

    @Test("sets the mode of the socket and removes it at the end") func setsTheModeOfTheSocketAndRemovesItAtTheEnd()
        async throws
    {
        try await withTemporaryFolder { folder in
            for mode in [0o600, 0o660, 0o666] as [UInt32] {
                let path = folder + "/socket"
                let server = try Self.makeServer()
                try server.listen(on: .path(path), mode: mode)
                #expect(Self.status(of: path)?.st_mode == S_IFSOCK | mode)
                await server.shutdown(gracePeriod: .zero)
                #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
            }
        }
    }

    @Test("clients wait in the queue until the server runs") func letsClientsWaitUntilTheServerRuns() async throws {
        try await withTemporaryFolder { folder in
            let server = try Self.makeServer()
            try server.listen(on: .path(folder + "/socket"))
            let client = try RawClient(path: folder + "/socket")
            try await client.send(MalformedInputTests.call + "\0")
            async let running: Void = server.run()
            #expect(try await client.receive() == MalformedInputTests.answer)
            await server.shutdown(gracePeriod: .zero)
            try await running
        }
    }

    @Test("rejects a path that is too long", arguments: [108, 200]) func rejectsAPathThatIsTooLong(_ length: Int)
        async throws
    {
        let path = "/tmp/" + String(repeating: "x", count: length - 5)
        let error = #expect(throws: VarlinkListenError.self) { try Self.makeServer().listen(on: .path(path)) }
        #expect(error?.code == .tooLong(bytes: length, limit: 107))
        #expect(error?.description.contains("\(length) bytes") == true)
        #expect(error?.description.contains("107") == true)
        let other = await #expect(throws: VarlinkConnectionError.self) {
            try await VarlinkConnection.connect(to: .path(path))
        }
        #expect(other?.code == .tooLong(bytes: length, limit: 107))
    }

    @Test("accepts a path of 107 bytes")
    func longestPath() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/" + String(repeating: "x", count: 106 - folder.utf8.count)
            let server = try Self.makeServer()
            try server.listen(on: .path(path))
            async let running: Void = server.run()
            let connection = try await VarlinkConnection.connect(to: .path(path))
            _ = try await connection.call("org.example.trial.Who")
            await server.shutdown(gracePeriod: .zero)
            try await running
        }
    }

    @Test("rejects a path on which another server listens") func rejectsAPathOnWhichAnotherServerListens() async throws
    {
        try await withTrialServer { trial in
            let error = #expect(throws: VarlinkListenError.self) { try Self.makeServer().listen(on: trial.address) }
            #expect(error?.code == .inUse)
            #expect(error?.address == trial.address)
            let connection = try await trial.connect()
            _ = try await connection.call("org.example.trial.Who")
        }
    }

    /// Another program does not lock the socket.
    ///
    /// The server detects the program by connecting to the socket.
    @Test("rejects a path on which another program listens") func rejectsAPathOnWhichAnotherProgramListens()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/socket"
            for type in [SOCK_STREAM, SOCK_SEQPACKET] {
                let other = socket(AF_UNIX, CInt(type.rawValue), 0)
                try requireSuccess(bindUnix(other, path))
                try requireSuccess(listen(other, 1))
                let before = Self.status(of: path)?.st_ino
                let error = #expect(throws: VarlinkListenError.self) { try Self.makeServer().listen(on: .path(path)) }
                #expect(error?.code == .inUse)
                #expect(Self.status(of: path)?.st_ino == before)
                close(other)
                unlink(path)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test("replaces a stale socket") func replacesAStaleSocket() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/socket"
            let other = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
            try requireSuccess(bindUnix(other, path))
            close(other)
            // The lock file exists and is not locked, as after a crash.
            try Data().write(to: URL(fileURLWithPath: path + ".lock"))
            let server = try Self.makeServer()
            try server.listen(on: .path(path))
            async let running: Void = server.run()
            let connection = try await VarlinkConnection.connect(to: .path(path))
            _ = try await connection.call("org.example.trial.Who")
            await server.shutdown(gracePeriod: .zero)
            try await running
        }
    }

    @Test("rejects a path with another file and leaves the file unchanged") func leavesOtherFilesUnchanged()
        async throws
    {
        try await withTemporaryFolder { folder in
            let file = folder + "/file"
            try "precious".write(toFile: file, atomically: true, encoding: .utf8)
            let link = folder + "/link"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: file)
            for path in [file, link, folder] {
                let error = #expect(throws: VarlinkListenError.self) { try Self.makeServer().listen(on: .path(path)) }
                #expect(error?.code == .notASocket)
            }
            #expect(try String(contentsOfFile: link, encoding: .utf8) == "precious")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["file", "link"])
        }
    }

    @Test("reports a missing directory") func reportsAMissingDirectory() throws {
        let error = #expect(throws: VarlinkListenError.self) {
            try Self.makeServer().listen(on: .path("/nowhere/at/all/socket"))
        }
        #expect(error?.code == .noSuchDirectory)
    }

    /// Many servers try to replace a stale socket concurrently, and one of them serves.
    @Test("only one of many concurrent servers replaces a stale socket") func concurrentServers() async throws {
        try await withTemporaryFolder { folder in
            for round in 0..<20 {
                let path = folder + "/socket\(round)"
                let other = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
                try requireSuccess(bindUnix(other, path))
                close(other)
                let winners = await withTaskGroup(of: VarlinkServer?.self) { group in
                    for _ in 0..<8 {
                        group.addTask {
                            guard let server = try? Self.makeServer() else { return nil }
                            do throws(VarlinkListenError) {
                                try server.listen(on: .path(path))
                                return server
                            } catch {
                                #expect(error.code == .inUse)
                                return nil
                            }
                        }
                    }
                    return await group.reduce(into: [VarlinkServer]()) { if let server = $1 { $0.append(server) } }
                }
                #expect(winners.count == 1)
                async let running: Void? = winners.first?.run()
                let connection = try await VarlinkConnection.connect(to: .path(path))
                _ = try await connection.call("org.example.trial.Who")
                for winner in winners { await winner.shutdown(gracePeriod: .zero) }
                _ = try await running
            }
        }
    }

    @Test("does not remove a socket that another server has replaced")
    func doesNotRemoveASocketThatAnotherServerHasReplaced()
        async throws
    {
        try await withTemporaryFolder { folder in
            let path = folder + "/socket"
            let server = try Self.makeServer()
            try server.listen(on: .path(path))
            unlink(path)
            let other = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
            defer { close(other) }
            try requireSuccess(bindUnix(other, path))
            await server.shutdown(gracePeriod: .zero)
            #expect(Self.status(of: path) != nil)
        }
    }

    @Test("removes the socket of a released server") func removesTheSocketOfAReleasedServer() async throws {
        try await withTemporaryFolder { folder in
            do {
                let server = try Self.makeServer()
                try server.listen(on: .path(folder + "/socket"))
                withExtendedLifetime(server) {}
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
        }
    }

    @Test("listens on an abstract socket") func listensOnAnAbstractSocket() async throws {
        let address = try VarlinkAddress(parsing: "unix:@varlink-test-\(UUID().uuidString)")
        let server = try Self.makeServer()
        try server.listen(on: address)
        async let running: Void = server.run()
        let connection = try await VarlinkConnection.connect(to: address)
        _ = try await connection.call("org.example.trial.Who")
        let error = #expect(throws: VarlinkListenError.self) { try Self.makeServer().listen(on: address) }
        #expect(error?.code == .inUse)
        await server.shutdown(gracePeriod: .zero)
        try await running
        // A child process of another test has a copy of the socket until it calls exec, so the socket may still
        // accept connections.
        var code: VarlinkConnectionError.Code?
        while code == nil, !Task.isCancelled {
            do {
                _ = try await VarlinkConnection.connect(to: address)
            } catch let error as VarlinkConnectionError {
                code = error.code
            }
        }
        #expect(code == .refused)
    }

    /// The creator of the socket, for example systemd, keeps the socket open after the server has ended.
    @Test("a passed socket remains open after the server has ended") func keepsAPassedSocketOpen() async throws {
        try await withTemporaryFolder { folder in
            let path = folder + "/socket"
            let kept = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
            defer { close(kept) }
            try requireSuccess(bindUnix(kept, path))
            try requireSuccess(listen(kept, 10))
            for _ in 0..<2 {
                let server = try Self.makeServer()
                try server.listen(onDescriptor: dup(kept))
                async let running: Void = server.run()
                let client = try RawClient(path: path)
                try await client.send(MalformedInputTests.call + "\0")
                #expect(try await client.receive() == MalformedInputTests.answer)
                await server.shutdown(gracePeriod: .zero)
                try await running
                #expect(Self.status(of: path) != nil)
            }
            // A client can still connect, and waits in the queue of the socket for the next server.
            _ = try RawClient(path: path)
        }
    }

    @Test("serves an adopted connection") func servesAConnectedSocket() async throws {
        var ends: [CInt] = [0, 0]
        try requireSuccess(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends))
        let client = RawClient(descriptor: ends[0])
        let server = try Self.makeServer()
        try server.adopt(connectedDescriptor: ends[1])
        async let running: Void = server.run()
        try await client.send(MalformedInputTests.call + "\0")
        #expect(try await client.receive() == MalformedInputTests.answer)
        await server.shutdown(gracePeriod: .zero)
        try await running
        #expect(try await client.receive() == nil)
    }

    @Test("closes an unusable connection and serves the others")
    func closesAnUnusableConnectionAndServesTheOthers() async throws {
        try await withTrialServer { trial in
            try await withTemporaryFolder { folder in
                var ends: [CInt] = [0, 0]
                try requireSuccess(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends))
                close(ends[0])
                let events = EventLog()
                let server = VarlinkServer(router: trial.router) { events.append($0) }
                try server.adopt(connectedDescriptor: ends[1])
                // Before the server runs, the descriptor is replaced by one that cannot be nonblocking (O_PATH).
                let other = open(folder, 0o10_000_000 | O_CLOEXEC)
                try requireSuccess(dup2(other, ends[1]))
                close(other)
                try server.listen(on: .path(folder + "/socket"))
                async let running: Void = server.run()
                await events.diary.wait(for: "adoption failed")
                let client = try RawClient(path: folder + "/socket")
                try await client.send(MalformedInputTests.call + "\0")
                #expect(try await client.receive() == MalformedInputTests.answer)
                #expect(try Self.links(to: folder) == 0)
                await server.shutdown(gracePeriod: .zero)
                try await running
            }
        }
    }

    /// Returns the number of this process's descriptors of a file.
    private static func links(to path: String) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count {
            (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)) == path
        }
    }

    @Test("rejects descriptors that are not listening Unix stream sockets") func rejectsOtherDescriptors() throws {
        let server = try Self.makeServer()
        var ends: [CInt] = [0, 0]
        try requireSuccess(socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0, &ends))
        let datagram = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
        let internet = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        let file = open("/dev/null", O_RDONLY)
        defer { for descriptor in ends + [datagram, internet, file] { close(descriptor) } }
        let rows: [(CInt, VarlinkListenError.Code)] = [
            (ends[0], .notListening(descriptor: ends[0])), (datagram, .notAUnixStreamSocket(descriptor: datagram)),
            (internet, .notAUnixStreamSocket(descriptor: internet)), (file, .notAUnixStreamSocket(descriptor: file)),
        ]
        for (descriptor, code) in rows {
            let error = #expect(throws: VarlinkListenError.self) { try server.listen(onDescriptor: descriptor) }
            #expect(error?.code == code)
            #expect(fcntl(descriptor, F_GETFD) >= 0)
        }
    }

    @Test("adopts no socket without a connection") func rejectsUnconnectedDescriptors() throws {
        let server = try Self.makeServer()
        let unconnected = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        let listening = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        defer { for descriptor in [unconnected, listening] { close(descriptor) } }
        // The kernel chooses an abstract name (autobind, unix(7)).
        var address = sockaddr(sa_family: sa_family_t(AF_UNIX), sa_data: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        try requireSuccess(bind(listening, &address, socklen_t(MemoryLayout<sa_family_t>.size)))
        try requireSuccess(listen(listening, 1))
        for descriptor in [unconnected, listening] {
            let error = #expect(throws: VarlinkListenError.self) { try server.adopt(connectedDescriptor: descriptor) }
            #expect(error?.code == .notConnected(descriptor: descriptor))
            #expect(fcntl(descriptor, F_GETFD) >= 0)
        }
    }
}
