import Dispatch
import Foundation

/// The receiving end of `NOTIFY_SOCKET` (sd_notify(3)), in place of systemd.
final class NotificationReceiver {
    /// The assignments received, one per text: `READY=1`, `STATUS=starting`.
    let events = EventLog()

    private let source: any DispatchSourceRead
    private let queue = DispatchQueue(label: "notifications")
    private let takeAll: @Sendable () -> Void

    /// Creates a receiver with a socket at a path.
    ///
    /// - Parameter path: The path of the socket: at most 107 bytes long, and not in use.
    /// - Throws: `POSIXError` when the socket can't be bound.
    init(at path: String) throws {
        let descriptor = try UnixSocket.make(SOCK_DGRAM)
        try UnixSocket.bind(descriptor, to: path)
        let events = events
        takeAll = {
            var buffer = [UInt8](repeating: 0, count: 65_536)
            while true {
                let count = recv(descriptor, &buffer, buffer.count, Int32(MSG_DONTWAIT))
                guard count > 0 else { return }
                for line in String(decoding: buffer[..<count], as: UTF8.self).split(separator: "\n") {
                    events.append(String(line))
                }
            }
        }
        source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler(handler: takeAll)
        source.setCancelHandler { close(descriptor) }
        source.activate()
    }

    /// Receives all pending notifications.
    ///
    /// Afterwards, ``events`` contains every notification of an ended process, even if the dispatch source has not run.
    func drain() async {
        await withCheckedContinuation { continuation in
            queue.async { [takeAll] in
                takeAll()
                continuation.resume()
            }
        }
    }

    deinit {
        source.cancel()
    }
}
