import Glibc
import HostInterface
import Varlink

/// The interface through which the members of a bundle access the machine and the daemon.
struct BundleEnvironment: Sendable {
    /// Access to the machine, as for the checks of `trellisctl doctor`.
    var machine: DoctorEnvironment

    /// Connects to the daemon.
    ///
    /// Each member opens a separate connection, because the timeout of a call closes the connection. The function
    /// throws the reason when the daemon has not started or cannot be reached.
    var connect: @Sendable () async throws -> VarlinkConnection

    /// Returns the environment of this process.
    ///
    /// The function does not start the daemon.
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
        guard let number, number != "0" else {
            throw CommandFailure(EX_UNAVAILABLE, "the daemon does not run: start it, then create the bundle again")
        }
        // The daemon may run behind a forwarded socket or in a container, where the number belongs to another process.
        guard machine.text(of: "/proc/\(number)/comm") == "trellisd\n" else {
            throw CommandFailure(
                EX_UNAVAILABLE,
                "the process \(number) of this machine is not trellisd: create the bundle on the machine of the daemon")
        }
        return number
    }
}

extension DoctorEnvironment.Daemon {
    /// The reason why the daemon does not respond; nil when it does.
    var failure: CommandFailure? {
        switch self {
        case .answered: nil
        case .idle: CommandFailure(EX_UNAVAILABLE, "the daemon has not started: 'trellisctl status' starts it")
        case .failed(let failure): failure
        }
    }
}

extension CommandFailure {
    /// The failure of a member that inspects a unit when systemd does not manage the daemon.
    static let withoutSystemd = CommandFailure(EX_UNAVAILABLE, Finding.withoutSystemd.message)
}
