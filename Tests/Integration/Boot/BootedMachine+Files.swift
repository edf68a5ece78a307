import Foundation

extension BootedMachine {
    /// Writes a file in the machine, and creates missing folders above the file.
    ///
    /// - Parameters:
    ///   - text: The contents of the file, written as UTF-8.
    ///   - path: The absolute path in the machine.
    ///   - mode: The permissions, in octal. Default: 644.
    /// - Throws: ``CommandFailure`` when the file cannot be written.
    func write(_ text: String, to path: String, mode: String = "644") async throws {
        try await run("install", "-D", "-m", mode, "/dev/stdin", path, input: text)
    }

    /// Copies a file into the machine, and creates missing folders above the file.
    ///
    /// - Parameters:
    ///   - source: The file on the host.
    ///   - path: The absolute path in the machine.
    ///   - mode: The permissions, in octal. Default: 755, for a program.
    /// - Throws: ``CommandFailure`` when the file cannot be written.
    func copy(_ source: URL, to path: String, mode: String = "755") async throws {
        try await pipe(
            "exec \"$@\" < \"$SOURCE\"", source: source, into: ["install", "-D", "-m", mode, "/dev/stdin", path])
    }

    /// Copies the result of `make install DESTDIR=…` into the machine, and applies its users, temporary files and units
    /// with systemd.
    ///
    /// The files belong to root in the machine. Existing folders keep their permissions.
    ///
    /// - Parameter tree: The folder that was `DESTDIR`.
    /// - Throws: ``CommandFailure`` when a file cannot be written, or systemd rejects a file.
    func install(tree: URL) async throws {
        try await pipe(
            "tar -C \"$SOURCE\" --owner=0 --group=0 --numeric-owner -c . | \"$@\"", source: tree,
            into: ["tar", "-C", "/", "-x", "--no-overwrite-dir", "--keep-directory-symlink"])
        try await run("systemd-sysusers")
        try await run("systemd-tmpfiles", "--create")
        try await run("systemctl", "daemon-reload")
    }

    /// Pipes the output of a shell command on the host to a command in the machine.
    private func pipe(_ line: String, source: URL, into command: [String]) async throws {
        let arguments = ["env", "SOURCE=\(source.path)", "bash", "-o", "pipefail", "-c", line, "pipe"]
        let result = try await Self.runCommand(arguments + Self.entering(name, leader) + command)
        guard result.status == 0 else { throw CommandFailure(command: command, result: result) }
    }
}
