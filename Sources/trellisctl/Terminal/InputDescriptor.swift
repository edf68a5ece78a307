import Dispatch
import Glibc

/// A descriptor that is read from without holding up a thread of the tasks.
///
/// One task reads at a time.
final class InputDescriptor: Sendable {
    /// The descriptor.
    let number: CInt

    private let name: String
    private let isOwned: Bool
    private let waker: CInt?
    private let queue = DispatchQueue(label: "io.trellis.input")

    /// Reads from a descriptor.
    ///
    /// - Parameters:
    ///   - number: The descriptor.
    ///   - name: What it is called in messages: a path, or `standard input`.
    ///   - isOwned: Whether to close it in the end.
    ///   - waker: Another descriptor that ends waiting when it can be read from; it is not read from here.
    init(_ number: CInt, name: String, isOwned: Bool = false, waker: CInt? = nil) {
        self.name = name
        self.waker = waker
        self.number = number
        self.isOwned = isOwned
    }

    deinit {
        if isOwned { close(number) }
    }

    /// Reads what there is, and waits for something when there is nothing.
    ///
    /// - Parameters:
    ///   - count: How many bytes at the most.
    ///   - limit: How long to wait, in milliseconds; nil for as long as it takes.
    /// - Returns: The bytes; none at the end of the input; nil when nothing came in time, or before the waker could be
    ///   read from.
    /// - Throws: ``CommandFailure`` when reading fails: EX_NOINPUT for a folder, else EX_IOERR; `CancellationError` when
    ///   the task is cancelled, whatever there is to read.
    func read(upTo count: Int, within limit: CInt? = nil) async throws -> [UInt8]? {
        let number = number
        let waker = waker
        let result = try await queue.waiting { canceller in
            Self.readWaiting(number, upTo: count, within: limit, or: waker, canceller)
        }
        do throws(SystemCallFailure) {
            return try result.get()
        } catch {
            throw CommandFailure(reading: name, error.code)
        }
    }

    private static func readWaiting(
        _ number: CInt, upTo count: Int, within limit: CInt?, or waker: CInt?, _ canceller: CInt
    ) -> Result<[UInt8]?, SystemCallFailure>? {
        while true {
            // A descriptor below zero is passed over: poll(2).
            var waiting = [number, waker ?? -1, canceller].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            let ready = poll(&waiting, 3, limit ?? -1)
            if ready > 0 && waiting[2].revents != 0 { return nil }
            if ready == 0 || ready > 0 && waiting[0].revents == 0 { return .success(nil) }
            var length = -1
            if ready > 0 {
                let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                    length = Glibc.read(number, buffer.baseAddress, count)
                    filled = max(0, length)
                }
                if length >= 0 { return .success(bytes) }
            }
            if errno == EINTR || errno == EAGAIN { continue }
            // The other side of a terminal has hung up: there is no more to come.
            if errno == EIO { return .success([]) }
            return .failure(SystemCallFailure(code: errno))
        }
    }
}
