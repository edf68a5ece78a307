import Foundation

extension BootedMachine {
    /// The unit of the daemon.
    static let service = "trellisd.service"

    /// The unit of its control socket.
    static let socket = "trellisd.socket"

    /// Boots a machine with Trellis installed, as `make install` and the README's commands leave it: the socket is on, and the
    /// daemon not started yet.
    ///
    /// - Parameters:
    ///   - configuration: The text of a drop-in, when there is one.
    ///   - body: Gets the machine.
    /// - Returns: What the body returns.
    /// - Throws: ``BootError``, ``CommandFailure``, and what the body throws.
    @discardableResult
    static func bootWithTrellis<Result: Sendable>(
        configuration: String? = nil, _ body: @Sendable (BootedMachine) async throws -> Result
    ) async throws -> Result {
        try await boot { machine in
            try await machine.install(tree: Programs.stage ?? URL(filePath: "/nonexistent"))
            if let configuration { try await machine.configure(configuration) }
            try await machine.run("systemctl", "preset", service, socket)
            try await machine.run("systemctl", "start", socket)
            return try await body(machine)
        }
    }

    /// Writes a drop-in of the configuration, in the place of the one before.
    func configure(_ text: String) async throws {
        try await write(text, to: "/etc/trellis/trellis.d/50-test.yaml")
    }

    /// Some properties of the daemon's unit, in the order of the names.
    func service(_ names: String...) async throws -> [String] {
        var values: [String] = []
        for name in names { values.append(try await properties(of: Self.service, name)[name] ?? "") }
        return values
    }

    /// Holds up the start of Items: what it finds as its database is a pipe, which it waits for somebody to write.
    func holdUpItems() async throws {
        try await run(
            "sh", "-c",
            """
            install -d -o trellis -g trellis -m 750 /var/lib/trellis
            install -d -o trellis -g trellis -m 700 /var/lib/trellis/items
            mkfifo -m 600 /var/lib/trellis/items/items.sqlite
            chown trellis: /var/lib/trellis/items/items.sqlite
            """)
    }

    /// Lets the start of Items go on: with an empty database, of which the pipe is the file that is read first.
    func letItemsGoOn() async throws {
        try await run("sh", "-c", "cd /var/lib/trellis/items && exec 3> items.sqlite && rm items.sqlite && exec 3>&-")
    }
}
