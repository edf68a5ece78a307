import Glibc
import Subprocess

extension CommandFailure {
    /// The failure of ssh(1), or of the program that it ran on a host; nil for the status 0.
    ///
    /// - Parameters:
    ///   - status: The termination status of ssh.
    ///   - host: The host.
    ///   - isConnected: Whether the daemon of the host had answered before.
    init?(ssh status: TerminationStatus, to host: RemoteHost, isConnected: Bool) {
        switch status {
        case .exited(0): return nil
        // 255 is the status of ssh's own failures (ssh(1), EXIT STATUS).
        case .exited(255) where isConnected:
            self.init(
                EX_UNAVAILABLE, "ssh has lost the connection to \(host)",
                advice: "'\(host.ssh) true' shows whether the host can be reached again.")
        case .exited(255):
            self.init(
                EX_UNAVAILABLE, "ssh cannot connect to \(host)",
                advice: "The message of ssh has the reason; '\(host.ssh) true' must succeed.")
        // 127 and 126 are statuses of the shell on the host (POSIX, XCU 2.8.2).
        case .exited(127):
            self.init(
                EX_UNAVAILABLE, "trellisctl is not installed on \(host)",
                advice: "Install Trellis there. Commands over SSH find a program only if it is in the PATH that "
                    + "'\(host.ssh) env' shows.")
        case .exited(126):
            self.init(
                EX_NOPERM, "trellisctl cannot be executed on \(host)",
                advice: "'\(host.ssh) trellisctl --version' must succeed.")
        case .exited(let status):
            self.init(
                (EX_USAGE...EX_CONFIG).contains(status) ? status : EX_PROTOCOL,
                "'trellisctl bridge' failed on \(host) with exit status \(status)",
                advice: "Its message has the reason; '\(host.ssh) trellisctl status' must succeed.")
        case .signaled(let number):
            self.init(EX_UNAVAILABLE, "ssh to \(host) was ended by signal \(number)")
        }
    }

    /// The failure when a program on a host prints text on the connection.
    ///
    /// - Parameters:
    ///   - line: The first printed line that is not empty; an empty text for none.
    ///   - host: The host.
    init(foreign line: String, from host: RemoteHost) {
        self.init(
            EX_PROTOCOL,
            "a shell start-up file on \(host) prints \(line.isEmpty ? "an empty line" : "something: '\(line)'")",
            advice:
                "Change the file to print only if standard output is a terminal: '\(host.ssh) true' must print nothing."
        )
    }

    /// The failure when the program on a host ends without a failure, and the daemon has not answered.
    init(silent host: RemoteHost) {
        self.init(
            EX_PROTOCOL, "\(host) closed the connection before its daemon answered",
            advice: "If authorized_keys on the host has a command for the key, it must be 'trellisctl bridge'.")
    }
}
