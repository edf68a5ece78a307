import Foundation
import Glibc
import SystemPackage
import Systemd

/// The receiver of notifications at `NOTIFY_SOCKET` (sd_notify(3)).
///
/// The socket is never closed, so use the receiver only in an exit test.
struct NotificationReceiver {
    /// The received notifications, one event for each assignment.
    let received = Recorder()

    /// The environment of a service that notifies this receiver.
    ///
    /// `NOTIFY_SOCKET` has to be set in the environment of the process, too, where sd_notify(3) reads it.
    let environment: ServiceEnvironment

    /// Binds the socket.
    ///
    /// - Parameter path: The path of the socket: unused, and at most 107 bytes long.
    /// - Throws: `SystemCallError` if the socket can't be bound.
    init(at path: FilePath) throws {
        environment = ServiceEnvironment(variables: ["NOTIFY_SOCKET": path.string])
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.string.utf8.prefix($0.count - 1)) }
        let result = withUnsafePointer(to: &address) {
            // sockaddr is the common prefix of all socket addresses.
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard result == 0 else { throw SystemCallError(errno: errno) }
        Thread.detachNewThread { [received] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = recv(descriptor, &buffer, buffer.count, 0), count >= 0 {
                for line in String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n") {
                    received.note(String(line))
                }
            }
        }
    }
}
