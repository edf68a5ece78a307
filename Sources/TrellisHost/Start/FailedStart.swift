import Foundation
import Glibc
import HostInterface
import HostSupport
import Logging
import SystemPackage
import Systemd
import Trellis
import UnixSignals

/// The time between a failed start and the end of the process, under systemd.
///
/// The daemon remains for a while and replies to every call with `io.trellis.Host.StartFailed`. Otherwise a client that
/// waits at the socket would start the daemon again at once. systemd would then reach the start limit and close the
/// socket.
struct FailedStart: Sendable {
    /// The time for which a failure that requires the operator is reported to waiting clients.
    private static let reportTime = Duration.seconds(10)

    /// The reason why the daemon did not start.
    let failure: HostFailure

    /// The record of consecutive failed starts; nil when the state directory is unknown.
    let record: FailureRecord?

    /// The connection to systemd.
    let manager: ServiceManager

    /// The logger of the daemon.
    let logger: Logger

    /// Replies to the calls of clients until the daemon is to end, or until SIGTERM or SIGINT.
    ///
    /// A failure that may be temporary delays the next start (``FailureRecord``). Any other failure is only reported to
    /// clients that already wait. If there are none, the process ends at once.
    ///
    /// - Parameter sockets: The sockets that systemd passed.
    func report(on sockets: [ActivatedSocket]) async {
        let delay: Duration
        if failure.exitStatus.requiresOperator {
            guard sockets.contains(where: \.hasWaitingClient) else { return }
            delay = Self.reportTime
        } else {
            delay = record?.delay(now: WallClock.system.now()) ?? Self.reportTime
            logger.log(
                .startDelayed, "the start failed, and systemd starts the daemon again in \(delay.systemdText)",
                metadata: ["delay": "\(delay.systemdText)"])
        }
        manager.notify(.extendTimeout(delay + TimeoutExtension.slack))
        let server = server()
        for socket in sockets {
            guard let descriptor = socket.release() else { continue }
            // A socket that cannot be served is left for the next start.
            if (try? server.listen(onDescriptor: descriptor)) == nil { close(descriptor) }
        }
        let signals = await UnixSignalsSequence(trapping: .sigterm, .sigint)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { try? await server.run() }
            await withTaskGroup(of: Void.self) { end in
                end.addTask { try? await Task.sleep(for: delay) }
                end.addTask {
                    for await _ in signals {
                        record?.remove()
                        return
                    }
                }
                await end.next()
                end.cancelAll()
            }
            await server.shutdown(gracePeriod: .zero)
        }
    }

    /// A server that replies to the first call of every connection with the failure.
    private func server() -> VarlinkServer {
        let error = HostError.startFailed(message: failure.message, remedy: remedy)
        var limits = VarlinkServerConfiguration()
        limits.maximumConnections = 0
        limits.reservedConnections = 0
        let information = ServiceInformation(
            vendor: "Trellis", product: "trellisd", version: Release.version, url: "man:trellisd(8)")
        return VarlinkServer(
            router: VarlinkRouter(information: information, errorMapper: { _ in error }), configuration: limits)
    }

    private var remedy: String {
        let next =
            failure.exitStatus.requiresOperator
            ? "When the problem is solved, run 'systemctl restart trellisd.service'"
            : "The daemon restarts automatically"
        return [failure.advice, next].compactMap(\.self).map { "\($0)." }.joined(separator: " ")
    }
}

extension ExitStatus {
    /// Whether every start fails until the operator has solved the problem.
    ///
    /// `RestartPreventExitStatus=` of the unit lists the same statuses.
    var requiresOperator: Bool {
        [.usage, .dataError, .noInput, .cannotCreate, .noPermission, .configuration].contains(self)
    }
}

/// The record of consecutive failed starts: the file `failing` in the state directory.
///
/// The first failed start creates it, and a daemon that is ready removes it. Only its modification time is significant:
/// the file is empty, because a full disk may be the reason for the failure.
struct FailureRecord: Sendable {
    /// The limits of the delay before the next start.
    static let delays = Duration.seconds(1)...Duration.seconds(60)

    private let path: FilePath

    /// Creates the value without accessing the file.
    ///
    /// - Parameter directory: The state directory.
    init(in directory: FilePath) {
        path = directory.appending("failing")
    }

    /// Returns the delay before the next start, and creates the file if it does not exist.
    ///
    /// The delay is the time since the first failed start, from 1 to 60 seconds, so it doubles with each start.
    ///
    /// - Parameter now: The current time.
    /// - Returns: The delay; nil when the file cannot be created.
    func delay(now: Date) -> Duration? {
        let flags = O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW
        let descriptor = open(path.string, flags, 0o600)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        // On some file systems, a file can have any time.
        let elapsed = Duration.seconds(Int64(now.timeIntervalSince1970)) - .seconds(status.st_mtim.tv_sec)
        return min(max(elapsed, Self.delays.lowerBound), Self.delays.upperBound)
    }

    /// Removes the file, if it exists.
    func remove() {
        unlink(path.string)
    }
}
