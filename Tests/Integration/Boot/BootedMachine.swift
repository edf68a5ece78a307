import Foundation
import Subprocess

/// A machine of its own with a real systemd, for one test: this system's files, changed in memory only, booted in a
/// container.
///
/// ```swift
/// try await BootedMachine.boot { machine in
///     try await machine.install(tree: destination)
///     try await machine.run("systemctl", "start", "trellisd.socket")
///     #expect(try await machine.run("systemctl", "is-active", "trellisd.socket").output == "active\n")
/// }
/// ```
///
/// Its life: ``boot(_:)`` puts an overlay with its upper layer in memory over `/`, and boots it with systemd-nspawn(1)
/// in namespaces and control groups of its own. It has no network but its own loopback, and its default target is
/// `basic.target`, so that the services of this system stay off. The body runs when the boot is finished. Whatever the
/// body does, throw included, commands that still run in the machine are killed, it is powered off, and nothing of it
/// remains. If the test process is killed, the same happens, since the machine then sees the end of its standard input;
/// only ``folder`` stays, with what the console said.
///
/// Commands run as root in the machine's namespaces, but not in one of its units. Use `systemd-run --wait
/// --pipe` in the machine for what must look like a unit of it.
struct BootedMachine: Sendable {
    /// The name of the machine, and its host name.
    let name: String
    /// The folder of the machine outside: what its console said, and the mount point.
    let folder: URL
    /// The number, outside, of the machine's first process.
    let leader: Int32

    /// Boots a machine, runs the body, and powers the machine off.
    ///
    /// - Parameter body: Gets the machine after it has booted.
    /// - Returns: What the body returns.
    /// - Throws: ``BootError`` when the machine does not boot within a minute; and what the body throws.
    static func boot<Result: Sendable>(
        _ body: @Sendable (BootedMachine) async throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "trellis-machine-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        let name = "trellis-\(folder.lastPathComponent.suffix(12).lowercased())"

        var options = PlatformOptions()
        options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(30))]
        let arguments = ["--mount", "sh", "-c", bootScript, "boot", folder.path, name] + BootRequirements.hierarchies
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
            // The end of its input is what the script waits for: it powers the machine off and ends.
            try await execution.standardInputWriter.finish()
            return result
        }
        do {
            return try outcome.closureResult.get()
        } catch BootError.ended(let console) {
            throw BootError.ended(console: console + outcome.standardOutput)
        }
    }

    /// Runs a command in the machine, as root, and expects that it succeeds.
    ///
    /// - Parameters:
    ///   - command: The program, looked up in the usual folders, and its arguments.
    ///   - input: What it reads from standard input. Default: nothing.
    /// - Returns: What it wrote.
    /// - Throws: ``CommandFailure`` when it exits with anything but 0, or runs longer than a minute.
    @discardableResult
    func run(_ command: String..., input: String = "") async throws -> CommandResult {
        let result = try await attempt(command, input: input)
        guard result.status == 0 else { throw CommandFailure(command: command, result: result) }
        return result
    }

    /// Runs a command in the machine, as root, whatever it exits with.
    ///
    /// - Parameters:
    ///   - command: The program, looked up in the usual folders, and its arguments.
    ///   - input: What it reads from standard input. Default: nothing.
    /// - Returns: What it wrote, and its exit status; 124 when it ran longer than a minute.
    /// - Throws: `SubprocessError` when nsenter(1) can't be started.
    func attempt(_ command: [String], input: String = "") async throws -> CommandResult {
        try await Self.runCommand(Self.entering(name, leader) + command, input: input)
    }

    /// The command line that runs another one in the machine: in its namespaces, with a plain environment, and a limit.
    ///
    /// The command is in the control group that is emptied before the machine is powered off.
    static func entering(_ name: String, _ leader: Int32) -> [String] {
        let group = "\(BootRequirements.hierarchies[0])/\(name)/commands/cgroup.procs"
        return [
            "sh", "-c", "echo $$ > \"$0\"; exec \"$@\"", group, "nsenter", "--target", String(leader), "--mount",
            "--uts", "--ipc",
            "--net", "--pid", "--cgroup", "--root", "--wd", "--", "env", "-i",
            "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LANG=C.UTF-8",
            "timeout", "--kill-after=5", "60",
        ]
    }

    /// Runs a command outside.
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
