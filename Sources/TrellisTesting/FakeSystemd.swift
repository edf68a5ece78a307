import Dispatch
import Foundation
import Synchronization
public import SystemPackage
public import Systemd

/// A replacement of systemd for one service: its notification socket (sd_notify(3)) and its credentials.
///
/// ```swift
/// let systemd = try FakeSystemd(in: folder, credentials: ["door.code": Array("sesame".utf8)])
/// let host = Host(options: options, plugins: plugins, service: systemd.environment, variables: [:])
/// ```
///
/// sd_notify(3) reads `NOTIFY_SOCKET` from the environment of the process. A test in one process therefore also calls
/// setenv(3), in an exit test, so that other tests are not affected.
public final class FakeSystemd: Sendable {
    private let received = Mutex<[String]>([])

    /// Fires when a notification is received.
    private let arrived = Signal()

    // Safe: the source is only activated and cancelled, which libdispatch permits on any thread.
    nonisolated(unsafe) private let source: any DispatchSourceRead

    /// The environment variables of the service.
    public let environment: ServiceEnvironment

    /// Creates the socket `notify` and the folder `credentials`.
    ///
    /// - Parameters:
    ///   - folder: The folder of both, whose path has at most 100 bytes.
    ///   - credentials: The credentials by their names. Default: none.
    /// - Throws: `Errno` when the socket cannot be bound; the error of a file that cannot be written.
    public init(in folder: FilePath, credentials: [String: [UInt8]] = [:]) throws {
        let (socket, secrets) = (folder.appending("notify"), folder.appending("credentials"))
        try FileManager.default.createDirectory(atPath: secrets.string, withIntermediateDirectories: true)
        for (name, bytes) in credentials {
            try Data(bytes).write(to: URL(filePath: secrets.appending(name).string))
        }
        environment = ServiceEnvironment(
            variables: ["NOTIFY_SOCKET": socket.string, "CREDENTIALS_DIRECTORY": secrets.string])
        let descriptor = try Self.boundSocket(at: socket)
        let source = DispatchSource.makeReadSource(
            fileDescriptor: descriptor, queue: DispatchQueue(label: "trellis.testing.systemd"))
        self.source = source
        source.setCancelHandler { close(descriptor) }
        source.setEventHandler { [weak self] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT)), count > 0 {
                self?.receive(String(decoding: buffer[..<count], as: UTF8.self))
            }
        }
        source.activate()
    }

    deinit { source.cancel() }

    /// The received assignments, such as `READY=1` and `STATUS=1 plugin runs`, in order.
    public var notifications: [String] { received.withLock(\.self) }

    /// Waits for an assignment that meets a condition.
    ///
    /// - Parameter isMatch: Returns whether an assignment is the expected one.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func wait(until isMatch: (String) -> Bool) async throws {
        while true {
            let count = arrived.count
            if notifications.contains(where: isMatch) { return }
            try await arrived.wait(beyond: count)
        }
    }

    /// Waits for an assignment, such as `READY=1`.
    ///
    /// - Parameter assignment: The assignment.
    /// - Throws: `CancellationError` when the task is cancelled.
    public func wait(for assignment: String) async throws { try await wait { $0 == assignment } }

    private func receive(_ datagram: String) {
        received.withLock { $0 += datagram.split(separator: "\n").map(String.init) }
        arrived.fire()
    }

    private static func boundSocket(at path: FilePath) throws -> CInt {
        let descriptor = Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.string.utf8.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) {
            // sockaddr is the common prefix of all socket addresses.
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else {
            let error = Errno(rawValue: errno)
            close(descriptor)
            throw error
        }
        return descriptor
    }
}
