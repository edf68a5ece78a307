import Glibc
import HostInterface
import Varlink

/// The access of the members of a bundle to the machine and the daemon.
struct BundleEnvironment: Sendable {
    /// The machine, as the checks of `trellisctl doctor` access it.
    var machine: DoctorEnvironment

    /// Connects to the daemon.
    ///
    /// Each member has a connection of its own, because the timeout of a call closes the connection. It throws the reason
    /// when the daemon has not started or cannot be reached.
    var connect: @Sendable () async throws -> VarlinkConnection

    /// Returns the environment of this process.
    ///
    /// A daemon that has not started is not started.
    ///
    /// - Parameter session: The options of the command line, and the address of the daemon.
    /// - Returns: The environment.
    static func live(_ session: Session) async -> BundleEnvironment {
        let machine = await DoctorEnvironment.live(session)
        return BundleEnvironment(machine: machine) {
            if let failure = machine.daemon.failure { throw failure }
            return try await session.connectSeparately()
        }
    }

    /// The process identifier of the daemon.
    ///
    /// - Throws: ``CommandFailure`` when the daemon does not run, or runs elsewhere.
    func process() async throws -> String {
        var number = try await machine.properties(of: DoctorEnvironment.service)?["MainPID"]
        if case .answered(let daemon) = machine.daemon { number = "\(daemon.pid)" }
        guard let number, number != "0" else { throw CommandFailure(EX_UNAVAILABLE, "the daemon does not run") }
        // The daemon may be behind a forwarded socket or in a container, where the number belongs to another process.
        guard machine.text(of: "/proc/\(number)/comm") == "trellisd\n" else {
            throw CommandFailure(EX_UNAVAILABLE, "the process \(number) of this machine is not trellisd")
        }
        return number
    }
}

extension DoctorEnvironment.Daemon {
    /// The reason why the daemon does not answer; nil when it does.
    var failure: CommandFailure? {
        switch self {
        case .answered: nil
        case .idle: CommandFailure(EX_UNAVAILABLE, "the daemon has not started")
        case .failed(let failure): failure
        }
    }
}

extension CommandFailure {
    /// The failure of a member that inspects a unit, when systemd does not manage the daemon.
    static let withoutSystemd = CommandFailure(EX_UNAVAILABLE, Finding.withoutSystemd.message)
}
