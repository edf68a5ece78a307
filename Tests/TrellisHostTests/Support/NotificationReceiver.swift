import Foundation
import Glibc
import SystemPackage

@testable import Systemd

/// The other end of `NOTIFY_SOCKET` (sd_notify(3)), for a process that does nothing else: it is never closed.
struct NotificationReceiver {
    /// What is told, an assignment an event.
    let told = Recorder()

    /// What a service has in its environment.
    let environment: ServiceEnvironment

    /// Binds the socket.
    ///
    /// - Parameter path: Where.
    /// - Throws: `SystemCallError` when it can't be bound.
    init(at path: FilePath) throws {
        environment = ServiceEnvironment(variables: ["NOTIFY_SOCKET": path.string])
        let descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard let address = UnixSocketAddress(path.string),
            address.withSocketAddress({ bind(descriptor, $0, $1) }) == 0
        else { throw SystemCallError.last }
        Thread.detachNewThread { [told] in
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while case let count = recv(descriptor, &buffer, buffer.count, 0), count >= 0 {
                for line in String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n") {
                    told.note(String(line))
                }
            }
        }
    }
}
