import Glibc
import NIOCore
import Systemd

/// How many file descriptors the process may have open (RLIMIT_NOFILE, getrlimit(2)), and how many connections that
/// allows for.
struct DescriptorLimit: Sendable, Equatable {
    /// The number of descriptors; nil when there is no limit.
    var count: Int?

    /// The number of processors: SwiftNIO runs an event loop on each.
    var processors = System.coreCount

    /// Raises the soft limit to the hard one.
    ///
    /// The soft limit is 1024 for the sake of programs that use select(2) (systemd.exec(5), `LimitNOFILE=`). This one
    /// waits with epoll(7).
    ///
    /// - Returns: The limit that holds from now on: the old one, when the kernel refuses.
    static func raise() -> DescriptorLimit {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return DescriptorLimit() }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = limit.rlim_max
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return DescriptorLimit(count: limit.rlim_cur == rlim_t.max ? nil : Int(clamping: limit.rlim_cur))
    }

    /// How many descriptors a connection takes, at most: its socket, and one of its peer's process (pidfd_open(2)).
    static let descriptorsPerConnection = 2

    /// How many descriptors are set aside for everything else: plugins' files and connections, event loops, the log, and
    /// the connections that are reserved.
    ///
    /// ``fullReserve``, or a quarter of what there is where that is less, but at least what an idle daemon opens.
    var reserve: Int { max(minimumReserve, min(Self.fullReserve, (count ?? .max) / 4)) }

    private static let fullReserve = 256

    /// What the daemon and the plugins that come with it open for themselves: three descriptors for each event loop, and
    /// databases, log, lock and sockets.
    private var minimumReserve: Int { 3 * processors + 64 }

    /// The lowest limit with which the daemon starts: the reserve, and ``minimumConnections``.
    var minimum: Int { minimumReserve + Self.minimumConnections * Self.descriptorsPerConnection }

    /// The number of connections below which the daemon is of no use.
    private static let minimumConnections = 16

    /// Rejects a limit with which the daemon could accept few clients or none.
    ///
    /// - Throws: ``HostFailure`` when the limit is below ``minimum``.
    func requireMinimum() throws(HostFailure) {
        guard let count, count < minimum else { return }
        throw HostFailure(
            .configuration,
            "the limit on open files (RLIMIT_NOFILE) is \(count), and the daemon requires at least \(minimum)",
            advice: "Raise LimitNOFILE= of the unit, or 'ulimit -n' of the shell")
    }

    /// How many descriptors a number of connections asks for, with the reserve.
    static func descriptors(for connections: Int) -> Int { connections * descriptorsPerConnection + fullReserve }

    /// How many connections there may be, of a number that is wished for.
    func connections(of wished: Int) -> Int {
        guard let count else { return wished }
        return min(wished, max(1, (count - reserve) / Self.descriptorsPerConnection))
    }

    /// How many connections may be reserved for root and the daemon's own user: their descriptors are a quarter of the
    /// reserve at most.
    func reservedConnections(of wished: Int) -> Int {
        min(wished, reserve / (4 * Self.descriptorsPerConnection))
    }

    /// How many of the connections that there may be one user may have: of fewer than are wished for as great a part,
    /// so that he leaves as much to others.
    func connectionsPerUser(of wished: Int, among connections: Int) -> Int {
        let allowed = self.connections(of: connections)
        guard allowed < connections else { return wished }
        return min(allowed, max(1, wished * allowed / connections))
    }
}
