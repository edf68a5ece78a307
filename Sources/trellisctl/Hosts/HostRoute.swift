import CommandModel
import Glibc
import Subprocess
import Varlink

/// A connection to the daemon of another host, with the process of ssh(1) that carries it.
struct HostConnection: Sendable {
    /// The connection to the daemon.
    let connection: VarlinkConnection

    /// The process that carries the connection.
    let ssh: SSHProcess
}

/// The way to the daemon of another host: ssh(1), and `trellisctl bridge` on the host.
struct HostRoute: Sendable {
    /// The host.
    let host: RemoteHost

    /// The command line of ssh.
    let command: SSHCommand

    /// Whether to discard the messages of ssh and of the bridge.
    var isQuiet = false

    /// Connects to the daemon.
    ///
    /// - Returns: The connection, on which the daemon has answered.
    /// - Throws: ``CommandFailure`` when the host or its daemon cannot be reached; `RemoteError` when the daemon rejects
    ///   the connection; `CancellationError` when the task is cancelled.
    func connect() async throws -> HostConnection {
        let (ssh, socket) = try SSHProcess.start(await command.detectingSilence(), isQuiet: isQuiet)
        do {
            try await greet(over: socket, by: ssh)
        } catch {
            close(socket)
            await ssh.end()
            throw error
        }
        return HostConnection(
            connection: try await VarlinkConnection.connect(over: socket, to: .connected("\(host)")), ssh: ssh)
    }

    private func greet(over socket: CInt, by ssh: SSHProcess) async throws {
        switch try await SSHGreeting.exchange(over: socket) {
        case .answered: break
        case .failed(let error): throw error
        case .foreign(let line): throw CommandFailure(foreign: line, from: host)
        case .ended: throw try await failure(of: ssh, isConnected: false) ?? CommandFailure(silent: host)
        }
    }

    /// Waits until ssh has ended, and returns the reason.
    ///
    /// - Parameters:
    ///   - ssh: The process, whose standard output has ended.
    ///   - isConnected: Whether the daemon has answered before.
    /// - Returns: The failure; nil when the bridge ended without a failure, because the daemon closed the connection.
    /// - Throws: `CancellationError` when ssh was ended by ``SSHProcess/end()``.
    func failure(of ssh: SSHProcess, isConnected: Bool) async throws -> CommandFailure? {
        do {
            return CommandFailure(ssh: try await ssh.status(), to: host, isConnected: isConnected)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            return CommandFailure(
                EX_UNAVAILABLE, "the program '\(command.program)', which connects to \(host), is not installed",
                advice: "Install the package openssh-client, or set TRELLIS_SSH to the path of ssh.")
        } catch let error as SubprocessError {
            return CommandFailure(EX_OSERR, "\(command.program) cannot be started: \(error)")
        }
    }
}
