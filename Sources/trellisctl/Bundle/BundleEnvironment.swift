import Glibc
import HostInterface
import Varlink

/// The access of the members of a bundle to the machine and the daemon.
struct BundleEnvironment: Sendable {
    /// The machine, as the checks of `trellisctl doctor` access it.
    var machine: DoctorEnvironment

    /// The connection to the daemon, or the reason why there is none.
    var connection: Result<VarlinkConnection, CommandFailure>

    /// Returns the environment of this process.
    ///
    /// A daemon that has not started is not started.
    ///
    /// - Parameter session: The options of the command line, and the address of the daemon.
    /// - Returns: The environment.
    static func live(_ session: Session) async -> BundleEnvironment {
        let machine = await DoctorEnvironment.live(session)
        return BundleEnvironment(machine: machine, connection: await connection(session, to: machine.daemon))
    }

    private static func connection(
        _ session: Session, to daemon: DoctorEnvironment.Daemon
    ) async -> Result<VarlinkConnection, CommandFailure> {
        switch daemon {
        case .idle: return .failure(CommandFailure(EX_UNAVAILABLE, "the daemon has not started"))
        case .failed(let failure): return .failure(failure)
        case .answered: break
        }
        do {
            return .success(try await session.connect())
        } catch {
            return .failure(CommandFailure(call: error))
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

extension CommandFailure {
    /// The failure of a member that inspects a unit, when systemd does not manage the daemon.
    static let withoutSystemd = CommandFailure(EX_UNAVAILABLE, Finding.withoutSystemd.message)
}
