import Glibc
import NIOCore

/// Splits the received bytes into messages, each of which ends with a NUL.
struct MessageFramer {
    /// The maximum size of a message in bytes, without the NUL.
    let maximumMessageSize: Int

    /// The number of complete messages that have not been taken.
    private(set) var waitingMessages = 0

    /// A counter that changes whenever a message becomes complete.
    private(set) var progress: UInt = 0

    private var buffer: ByteBuffer?

    /// The number of received bytes of the incomplete message.
    private var partialSize = 0

    init(maximumMessageSize: Int) {
        self.maximumMessageSize = maximumMessageSize
    }

    /// The number of waiting bytes in complete messages and in the incomplete one.
    var waitingBytes: Int {
        buffer?.readableBytes ?? 0
    }

    /// Whether a complete message waits.
    var hasMessage: Bool { waitingMessages > 0 }

    /// Whether ``next()`` returns a message or throws.
    var isReady: Bool { waitingMessages > 0 || isPartialMessageTooLarge }

    /// Whether an incomplete message has been received.
    var hasPartialMessage: Bool { partialSize > 0 }

    /// Whether the incomplete message already exceeds the limit.
    var isPartialMessageTooLarge: Bool { partialSize > maximumMessageSize }

    mutating func append(_ bytes: ByteBuffer) {
        count(bytes)
        if waitingBytes == 0 {
            buffer = bytes
        } else {
            // Discards the bytes that have been read before the buffer grows. Each byte is moved at most once.
            if let buffer, buffer.readerIndex > buffer.readableBytes { self.buffer?.discardReadBytes() }
            buffer?.writeImmutableBuffer(bytes)
        }
    }

    /// Returns the next complete message without its NUL; nil when there is none.
    ///
    /// - Throws: ``ProtocolViolation/messageTooLarge(limit:)`` as soon as a message exceeds the limit, even if it is
    ///   incomplete.
    mutating func next() throws(ProtocolViolation) -> [UInt8]? {
        guard waitingMessages > 0, let length = lengthOfFirst() else {
            if isPartialMessageTooLarge { throw .messageTooLarge(limit: maximumMessageSize) }
            return nil
        }
        if length > maximumMessageSize { throw .messageTooLarge(limit: maximumMessageSize) }
        let message = buffer?.readBytes(length: length)
        buffer?.moveReaderIndex(forwardBy: 1)
        waitingMessages -= 1
        releaseReadBytes()
        return message
    }

    /// Releases the memory of messages that have been taken.
    ///
    /// A large buffer is replaced once most of it has been read, so that a few waiting bytes do not retain it. Each
    /// byte is moved at most once.
    private mutating func releaseReadBytes() {
        guard let buffer else { return }
        if buffer.readableBytes == 0 {
            self.buffer = nil
        } else if buffer.storageCapacity > Self.smallBuffer, buffer.readerIndex > buffer.readableBytes {
            self.buffer = ByteBuffer(bytes: buffer.readableBytesView)
        }
    }

    /// The size up to which a buffer is never replaced: the maximum size of a read buffer.
    private static let smallBuffer = 65_536

    /// Counts a pause in reading as progress of the incomplete message.
    mutating func noteProgress() {
        progress &+= 1
    }

    /// Returns the waiting bytes, and removes them.
    mutating func takeAll() -> [UInt8] {
        defer { removeAll() }
        return buffer.map { Array($0.readableBytesView) } ?? []
    }

    /// Discards the waiting bytes.
    mutating func removeAll() {
        buffer = nil
        waitingMessages = 0
        partialSize = 0
    }

    private mutating func count(_ new: ByteBuffer) {
        new.withUnsafeReadableBytes { bytes in
            var start = 0
            while let end = Self.offsetOfNul(in: bytes, from: start) {
                waitingMessages += 1
                progress &+= 1
                partialSize = 0
                start = end + 1
            }
            partialSize += bytes.count - start
        }
    }

    private func lengthOfFirst() -> Int? {
        buffer?.withUnsafeReadableBytes { Self.offsetOfNul(in: $0, from: 0) }
    }

    private static func offsetOfNul(in bytes: UnsafeRawBufferPointer, from offset: Int) -> Int? {
        guard let base = bytes.baseAddress, offset < bytes.count else { return nil }
        // Safe: memchr reads only the bytes from the offset on.
        guard let found = memchr(base + offset, 0, bytes.count - offset) else { return nil }
        return UnsafeRawPointer(found) - base
    }
}
