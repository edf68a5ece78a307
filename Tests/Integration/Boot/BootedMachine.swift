import Foundation
import Subprocess

/// A container for one test: boots this system's files with systemd, and keeps changes in memory.
///
/// ```swift
/// try await BootedMachine.boot { machine in
///     try await machine.install(tree: destination)
///     try await machine.run("systemctl", "start", "trellisd.socket")
///     #expect(try await machine.run("systemctl", "is-active", "trellisd.socket").output == "active\n")
/// }
/// ```
///
/// ``boot(_:_:)`` mounts an overlay over `/`, with its upper layer in memory, and boots it with systemd-nspawn(1) in
/// separate namespaces and control groups. The machine has only the loopback interface, and its default target is
/// `basic.target`, so the services of this system do not start. The body runs when the boot has finished. When the body
/// returns or throws, commands that still run in the machine are killed, the machine is powered off, and its files are
/// removed. The same happens when the test process is killed, because the machine's standard input then ends. In this
/// case, ``folder`` remains, with the console's output.
///
/// Commands run as root in the machine's namespaces, but outside of its units. Use `systemd-run --wait --pipe` in the
/// machine for a command that must run in a unit.
struct BootedMachine: Sendable {
    /// The name of the machine, and its host name.
    let name: String
    /// The folder of the machine on the host: the console's output and the mount point.
    let folder: URL
    /// The identifier of the machine's first process, as the host numbers it.
    let leader: Int32

    /// Boots a machine, runs the body, and powers the machine off.
    ///
    /// - Parameters:
    ///   - system: The folder with the system to boot. The machine does not change it. Default: this system.
    ///   - body: Receives the booted machine.
    /// - Returns: The value that the body returns.
    /// - Throws: ``BootError`` when the machine does not boot within five minutes, and any error of the body.
    static func boot<Result: Sendable>(
        _ system: URL = URL(filePath: "/"), _ body: @Sendable (BootedMachine) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trellis-machine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = "trellis-\(folder.lastPathComponent.suffix(12).lowercased())"

        var options = PlatformOptions()
        options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(30))]
        let arguments =
            ["--mount", "sh", "-c", bootScript, "boot", folder.path, name, system.path] + BootRequirements.hierarchies
        let outcome = try await Subprocess.run(
            .name("unshare"), arguments: Arguments(arguments), platformOptions: options,
            input: .inputWriter, output: .string(limit: 1 << 20), error: .combinedWithOutput
        ) { execution in
            let result: Swift.Result<Result, any Error>
            do {
                let leader = try await waitForBoot(of: name, in: folder)
                result = .success(try await body(BootedMachine(name: name, folder: folder, leader: leader)))
            } catch {
                result = .failure(error)
            }
            // At the end of its input, the script powers the machine off and exits.
            try await execution.standardInputWriter.finish()
            return result
        }
        do {
            return try outcome.closureResult.get()
        } catch BootError.ended(let console) {
            throw BootError.ended(console: console + outcome.standardOutput)
        }
    }

    /// Runs a command in the machine, as root, and throws an error if the command fails.
    ///
    /// - Parameters:
    ///   - command: The program, looked up in the usual folders, and its arguments.
    ///   - input: The standard input. Default: nothing.
    /// - Returns: The output, with the exit status 0.
    /// - Throws: ``CommandFailure`` when the command exits with a status other than 0, or runs longer than three minutes.
    @discardableResult
    func run(_ command: String..., input: String = "") async throws -> CommandResult {
        let result = try await attempt(command, input: input)
        guard result.status == 0 else { throw CommandFailure(command: command, result: result) }
        return result
    }

    /// Runs a command in the machine, as root, and returns its result even if the command fails.
    ///
    /// - Parameters:
    ///   - command: The program, looked up in the usual folders, and its arguments.
    ///   - input: The standard input. Default: nothing.
    /// - Returns: The output and the exit status; 124 when the command ran longer than three minutes.
    /// - Throws: `SubprocessError` when nsenter(1) cannot be started.
    func attempt(_ command: [String], input: String = "") async throws -> CommandResult {
        try await Self.runCommand(Self.entering(name, leader) + command, input: input)
    }

    /// The words to put before a command so that it runs in the machine's namespaces, with a minimal environment and a
    /// time limit.
    ///
    /// The command runs in a control group whose processes are killed before the machine is powered off.
    static func entering(_ name: String, _ leader: Int32) -> [String] {
        let group = "\(BootRequirements.hierarchies[0])/\(name)/commands/cgroup.procs"
        return [
            "sh", "-c", "echo $$ > \"$0\"; exec \"$@\"", group, "nsenter", "--target", String(leader), "--mount",
            "--uts", "--ipc",
            "--net", "--pid", "--cgroup", "--root", "--wd", "--", "env", "-i",
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8",
            "timeout", "--kill-after=5", "180",
        ]
    }

    /// Runs a command on the host.
    static func runCommand(_ command: [String], input: String = "") async throws -> CommandResult {
        let result = try await Subprocess.run(
            .name(command[0]), arguments: Arguments(Array(command.dropFirst())),
            input: .string(input), output: .string(limit: 16 << 20), error: .string(limit: 16 << 20))
        let status: Int32 =
            switch result.terminationStatus {
            case .exited(let status): status
            case .signaled(let signal): 128 + signal
            }
        return CommandResult(status: status, output: result.standardOutput, error: result.standardError)
    }
}
