import Glibc
import NIOCore
import Systemd

/// The limit on open file descriptors (RLIMIT_NOFILE, getrlimit(2)), and the number of connections that it allows.
package struct DescriptorLimit: Sendable, Equatable {
    /// The number of descriptors; nil for no limit.
    package var count: Int?

    /// The number of processors, which is the number of SwiftNIO's event loops.
    package var processors = System.coreCount

    /// Raises the soft limit to the hard limit.
    ///
    /// The soft limit is 1024 because of select(2) (systemd.exec(5), `LimitNOFILE=`). The daemon uses epoll(7).
    ///
    /// - Returns: The limit in effect; the previous one if the kernel rejects the change.
    package static func raise() -> DescriptorLimit {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return DescriptorLimit() }
        if limit.rlim_cur < limit.rlim_max {
            var raised = limit
            raised.rlim_cur = limit.rlim_max
            if setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &raised) == 0 { limit = raised }
        }
        return DescriptorLimit(count: limit.rlim_cur == rlim_t.max ? nil : Int(clamping: limit.rlim_cur))
    }

    /// The maximum number of descriptors per connection.
    ///
    /// An idle connection has one, its socket. It has a second one while its peer's process is looked up before the first
    /// audited call (SO_PEERPIDFD), and while it is handed over in a restart of the daemon (a duplicate of the socket).
    /// Each of these can happen on all connections at the same time.
    package static let descriptorsPerConnection = 2

    /// The number of descriptors for other purposes: files and connections of plugins, event loops, the log, and the
    /// reserved connections.
    ///
    /// The reserve is ``fullReserve``, or a quarter of the limit if that is less, but at least ``minimumReserve``.
    package var reserve: Int { max(minimumReserve, min(Self.fullReserve, (count ?? .max) / 4)) }

    private static let fullReserve = 256

    /// The number of descriptors that an idle daemon and its plugins open: three per event loop, and databases, log,
    /// lock and sockets.
    private var minimumReserve: Int { 3 * processors + 64 }

    /// The lowest limit with which the daemon starts: the reserve, and ``minimumConnections``.
    package var minimum: Int { minimumReserve + Self.minimumConnections * Self.descriptorsPerConnection }

    /// The lowest useful number of connections.
    private static let minimumConnections = 16

    /// Rejects a limit that is too low.
    ///
    /// - Throws: ``HostFailure`` when the limit is below ``minimum``.
    package func requireMinimum() throws(HostFailure) {
        guard let count, count < minimum else { return }
        throw HostFailure(
            .configuration,
            "the limit on open files (RLIMIT_NOFILE) is \(count), and the daemon requires at least \(minimum)",
            advice: "Raise LimitNOFILE= of the unit, or 'ulimit -n' of the shell")
    }

    /// The number of descriptors that a number of connections requires, with the reserve.
    package static func descriptors(for connections: Int) -> Int {
        connections * descriptorsPerConnection + fullReserve
    }

    /// Returns the number of connections that the limit allows, at most the requested number.
    package func connections(of requested: Int) -> Int {
        guard let count else { return requested }
        return min(requested, max(1, (count - reserve) / Self.descriptorsPerConnection))
    }

    /// Returns the number of reserved connections that the limit allows, at most the requested number.
    ///
    /// The reserved connections use at most a quarter of the reserve.
    package func reservedConnections(of requested: Int) -> Int {
        min(requested, reserve / (4 * Self.descriptorsPerConnection))
    }

    /// Returns the number of connections per user that the limit allows, at most the requested number.
    ///
    /// If fewer connections are allowed than requested, the number is reduced in proportion, so that other users have
    /// the same share as before.
    package func connectionsPerUser(of requested: Int, among connections: Int) -> Int {
        let allowed = self.connections(of: connections)
        guard allowed < connections else { return requested }
        return min(allowed, max(1, requested * allowed / connections))
    }
}
