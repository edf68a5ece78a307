import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
public import Trellis

/// The sockets on which a plugin serves HTTP.
///
/// A plugin carries them (`blueprint.provide(ListeningSockets.init, .carried)`), so that a reload refuses no connection: each new connection
/// is passed to the newest generation whose ``WebServer`` runs. Without one, connections wait.
public final class ListeningSockets: Closable {
    let sockets: [ListeningSocket]

    /// Opens the sockets.
    ///
    /// A Unix socket can be used by every user who can enter its directory. A socket file that no process serves is
    /// replaced.
    ///
    /// - Parameters:
    ///   - addresses: The addresses.
    ///   - plugin: The environment of the plugin, whose log reports connections that cannot be accepted.
    /// - Throws: `PluginFailure` with the address, the reason and the remedy.
    public init(_ addresses: ListenAddresses, plugin: PluginEnvironment) async throws(PluginFailure) {
        var opened: [ListeningSocket] = []
        do throws(PluginFailure) {
            for address in addresses.all {
                opened.append(try await ListeningSocket(at: address, logger: plugin.logger))
            }
        } catch {
            for socket in opened { await socket.close() }
            throw error
        }
        sockets = opened
    }

    /// The addresses, with the selected port in place of port 0.
    public var addresses: [ListenAddress] { sockets.map(\.address) }

    /// Closes the sockets, and removes the files of Unix sockets.
    public func close() async {
        for socket in sockets { await socket.close() }
    }
}

/// A socket on which a plugin serves HTTP.
final class ListeningSocket: Sendable {
    /// The maximum number of connections; further ones wait to be accepted.
    static let maximumConnections = 64

    /// The address, with the selected port in place of port 0.
    let address: ListenAddress

    /// The receivers of the connections.
    let receivers = ConnectionReceivers()

    private let channel: any Channel

    /// Opens a socket.
    init(at address: ListenAddress, logger: Logger) async throws(PluginFailure) {
        let socket = try ListeningDescriptor(at: address)
        self.address = socket.address
        do {
            channel = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .serverChannelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addHandlers(
                            AvailableConnectionsChannelHandler(maxConnections: Self.maximumConnections),
                            AcceptFailureHandler { reason in
                                logger.error(
                                    "cannot accept connections; trying again every second",
                                    metadata: ["address": "\(address)", "reason": "\(reason)"])
                            })
                    }
                }
                .childChannelInitializer(receivers.receive)
                .withBoundSocket(try socket.duplicate()).get()
        } catch {
            socket.close()
            throw PluginFailure(.cannotCreate, "cannot listen on \(address)", cause: error)
        }
        socket.closeDescriptor()
        // The system closes a socket that fails; otherwise it closes with the plugin.
        channel.closeFuture.whenComplete { [receivers] _ in receivers.close() }
    }

    /// Closes the socket, and removes the file of a Unix socket.
    func close() async {
        receivers.close()
        try? await channel.close()
        if case .unix(let path) = address { unlink(path) }
    }
}

/// The descriptor of a listening socket.
private struct ListeningDescriptor {
    let descriptor: CInt
    let address: ListenAddress
}

extension ListeningDescriptor {
    /// The maximum number of connections that wait to be accepted.
    private static let backlog: CInt = 128

    /// Opens a socket.
    init(at address: ListenAddress) throws(PluginFailure) {
        let socketAddress: SocketAddress
        do {
            socketAddress = try address.socketAddress
        } catch {
            throw PluginFailure(.configuration, "\(address) is not a valid address", cause: error)
        }
        let family = CInt(socketAddress.protocol.rawValue)
        let descriptor = socket(family, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { throw .opening(address) }
        do throws(PluginFailure) {
            switch address {
            case .loopback: try Self.allowReuse(of: address, descriptor)
            case .unix(let path): try Self.removeUnusedFile(path, socketAddress, address)
            }
            guard socketAddress.withSockAddr({ bind(descriptor, $0, socklen_t($1)) }) == 0 else {
                throw .opening(address)
            }
            if case .unix(let path) = address, chmod(path, 0o666) != 0 { throw .opening(address) }
            guard listen(descriptor, Self.backlog) == 0 else { throw .opening(address) }
        } catch {
            _ = Glibc.close(descriptor)
            throw error
        }
        self.descriptor = descriptor
        if case .loopback(let host, port: 0) = address {
            self.address = .loopback(host: host, port: Self.port(of: descriptor))
        } else {
            self.address = address
        }
    }

    /// Allows binding while connections of a previous process are closing.
    private static func allowReuse(of address: ListenAddress, _ descriptor: CInt) throws(PluginFailure) {
        var value: CInt = 1
        let size = socklen_t(MemoryLayout.size(ofValue: value))
        guard setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &value, size) == 0 else { throw .opening(address) }
    }

    /// Removes the file of a socket that no process serves.
    private static func removeUnusedFile(
        _ path: String, _ socketAddress: SocketAddress, _ address: ListenAddress
    ) throws(PluginFailure) {
        var found = stat()
        guard lstat(path, &found) == 0, found.st_mode & S_IFMT == S_IFSOCK else { return }
        let probe = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard probe >= 0 else { throw .opening(address) }
        defer { _ = Glibc.close(probe) }
        // Any other result means that a process serves the socket; bind(2) then reports that the address is in use.
        if socketAddress.withSockAddr({ connect(probe, $0, socklen_t($1)) }) != 0, errno == ECONNREFUSED {
            unlink(path)
        }
    }

    private static func port(of descriptor: CInt) -> Int {
        var storage = sockaddr_storage()
        var size = socklen_t(MemoryLayout.size(ofValue: storage))
        return withUnsafeMutableBytes(of: &storage) { bytes in
            // Safe: the buffer has the size of the largest address, and getsockname(2) writes at most that many bytes.
            let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self)
            guard getsockname(descriptor, address, &size) == 0 else { return 0 }
            // The port has the same place in IPv4 and IPv6 addresses: after the family, in network byte order.
            return Int(UInt16(bigEndian: bytes.load(fromByteOffset: 2, as: UInt16.self)))
        }
    }

    /// Returns a duplicate, which SwiftNIO closes with its channel, and also if it cannot create the channel.
    func duplicate() throws -> CInt {
        let duplicate = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        guard duplicate >= 0 else { throw IOError(errnoCode: errno, reason: "duplicating a listening socket") }
        return duplicate
    }

    /// Closes the descriptor, but not its duplicate.
    func closeDescriptor() { _ = Glibc.close(descriptor) }

    /// Closes the socket, and removes the file of a Unix socket.
    func close() {
        closeDescriptor()
        if case .unix(let path) = address { unlink(path) }
    }
}

extension PluginFailure {
    /// The failure of the last system call while a socket was opened.
    fileprivate static func opening(_ address: ListenAddress) -> PluginFailure {
        let error = errno
        let reason = String(cString: strerror(error))
        var found = stat()
        if case .unix(let path) = address, error == EADDRINUSE, lstat(path, &found) == 0,
            found.st_mode & S_IFMT != S_IFSOCK
        {
            return PluginFailure(
                .cannotCreate,
                "cannot listen on \(address): the path exists and is not a socket; it was left unchanged",
                advice: "Move it away, or change the key 'listen'")
        }
        return switch error {
        case EADDRINUSE:
            PluginFailure(
                .inUse, "cannot listen on \(address): \(reason)",
                advice: "End the process that uses the address, or change the key 'listen'")
        case EACCES, EPERM, EROFS:
            PluginFailure(
                .permission, "cannot listen on \(address): \(reason)",
                advice:
                    "Use a port above 1023, or a directory that the daemon's user may write"
            )
        case ENOENT, ENOTDIR:
            PluginFailure(
                .cannotCreate, "cannot listen on \(address): \(reason)", advice: "Create the directory of the socket")
        default: PluginFailure(.cannotCreate, "cannot listen on \(address): \(reason)")
        }
    }
}
