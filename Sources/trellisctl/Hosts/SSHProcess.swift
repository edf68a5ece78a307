import Glibc
import Subprocess
import SystemPackage

/// A process of ssh(1) whose standard input and output are a socket.
final class SSHProcess: Sendable {
    /// The run of the program, whose value is its termination status.
    ///
    /// The task is unstructured, because ssh runs from the first call on the connection until the last one, which no single
    /// function contains. ``end()`` cancels it. It owns nothing but the process, which ends with its standard input.
    private let run: Task<TerminationStatus, any Error>

    private init(run: Task<TerminationStatus, any Error>) {
        self.run = run
    }

    /// Starts ssh.
    ///
    /// - Parameters:
    ///   - command: The command line.
    ///   - isQuiet: Whether to discard the messages of ssh and of the remote program.
    /// - Returns: The process, and the descriptor of our end of the socket, which the caller closes.
    /// - Throws: ``CommandFailure`` (EX_OSERR) when the socket cannot be created.
    static func start(_ command: SSHCommand, isQuiet: Bool) throws -> (process: SSHProcess, socket: CInt) {
        var ends: [CInt] = [-1, -1]
        guard socketpair(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw CommandFailure(EX_OSERR, "cannot create a socket: \(String(cString: strerror(errno)))")
        }
        let input = FileDescriptor(rawValue: ends[1])
        let output = FileDescriptor(rawValue: fcntl(ends[1], F_DUPFD_CLOEXEC, 0))
        var options = PlatformOptions()
        // ssh restores the terminal when SIGTERM arrives while it asks for a password.
        options.teardownSequence = [.send(signal: .terminate, allowedDurationToNextStep: .seconds(2))]
        let run = Task { [options] in
            let (executable, arguments) = (command.executable, Arguments(command.arguments))
            guard isQuiet else {
                return try await Subprocess.run(
                    executable, arguments: arguments, platformOptions: options,
                    input: .fileDescriptor(input, closeAfterSpawningProcess: true),
                    output: .fileDescriptor(output, closeAfterSpawningProcess: true), error: .currentStandardError
                ).terminationStatus
            }
            return try await Subprocess.run(
                executable, arguments: arguments, platformOptions: options,
                input: .fileDescriptor(input, closeAfterSpawningProcess: true),
                output: .fileDescriptor(output, closeAfterSpawningProcess: true), error: .discarded
            ).terminationStatus
        }
        return (SSHProcess(run: run), ends[0])
    }

    /// Waits until ssh has ended.
    ///
    /// - Returns: The status.
    /// - Throws: `SubprocessError` when ssh could not be started.
    func status() async throws -> TerminationStatus { try await run.value }

    /// Ends ssh by a signal, so that a stream on the host ends too, and waits until it has ended.
    ///
    /// Closing our end of the socket would not end a stream without replies: ssh passes on the end of its input, after
    /// which the daemon may still reply.
    func end() async {
        run.cancel()
        _ = await run.result
    }
}
