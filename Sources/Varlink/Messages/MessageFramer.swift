import Glibc
import NIOCore

/// Cuts the bytes that arrive into messages, at the NUL that ends each.
struct MessageFramer {
    /// The most bytes that a message may have, the NUL apart.
    let maximumMessageSize: Int

    /// How many whole messages wait.
    private(set) var waitingMessages = 0

    /// Changes whenever a message has become whole.
    private(set) var progress: UInt = 0

    private var buffer: ByteBuffer?

    /// How many bytes have come of a message that is not whole.
    private var partSize = 0

    init(maximumMessageSize: Int) {
        self.maximumMessageSize = maximumMessageSize
    }

    /// How many bytes wait, of whole messages and of one that is not.
    var waitingBytes: Int {
        buffer?.readableBytes ?? 0
    }

    /// Whether a whole message waits.
    var hasMessage: Bool { waitingMessages > 0 }

    /// Whether ``next()`` gives a message, or refuses one.
    var isReady: Bool { waitingMessages > 0 || isPartTooLarge }

    /// Whether a message has begun and is not whole.
    var hasPartOfMessage: Bool { partSize > 0 }

    /// Whether it is longer than a message may be already.
    var isPartTooLarge: Bool { partSize > maximumMessageSize }

    mutating func append(_ bytes: ByteBuffer) {
        count(bytes)
        if waitingBytes == 0 {
            buffer = bytes
        } else {
            // What has been read is given back before the buffer grows for it; each byte moves at most once for that.
            if let buffer, buffer.readerIndex > buffer.readableBytes { self.buffer?.discardReadBytes() }
            buffer?.writeImmutableBuffer(bytes)
        }
    }

    /// The next whole message without its NUL; nil when none has come whole.
    ///
    /// - Throws: ``ProtocolViolation/messageTooLarge(limit:)`` as soon as the limit is passed, whether the message is
    ///   whole or not.
    mutating func next() throws(ProtocolViolation) -> [UInt8]? {
        guard waitingMessages > 0, let length = lengthOfFirst() else {
            if isPartTooLarge { throw .messageTooLarge(limit: maximumMessageSize) }
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
    /// A large buffer is replaced as soon as most of it has been read, so that a few bytes that wait never keep it. Each byte moves
    /// at most once for that.
    private mutating func releaseReadBytes() {
        guard let buffer else { return }
        if buffer.readableBytes == 0 {
            self.buffer = nil
        } else if buffer.storageCapacity > Self.smallBuffer, buffer.readerIndex > buffer.readableBytes {
            self.buffer = ByteBuffer(bytes: buffer.readableBytesView)
        }
    }

    /// The size up to which a buffer is kept although most of it has been read: that of the largest one for reading.
    private static let smallBuffer = 65_536

    /// Says that the message which is not whole could not have become so until now.
    mutating func noteProgress() {
        progress &+= 1
    }

    /// Forgets what waits.
    mutating func removeAll() {
        buffer = nil
        waitingMessages = 0
        partSize = 0
    }

    private mutating func count(_ new: ByteBuffer) {
        new.withUnsafeReadableBytes { bytes in
            var start = 0
            while let end = Self.offsetOfNul(in: bytes, from: start) {
                waitingMessages += 1
                progress &+= 1
                partSize = 0
                start = end + 1
            }
            partSize += bytes.count - start
        }
    }

    private func lengthOfFirst() -> Int? {
        buffer?.withUnsafeReadableBytes { Self.offsetOfNul(in: $0, from: 0) }
    }

    private static func offsetOfNul(in bytes: UnsafeRawBufferPointer, from offset: Int) -> Int? {
        guard let base = bytes.baseAddress, offset < bytes.count else { return nil }
        // Safe: memchr looks at the bytes from the offset on, and at no other.
        guard let found = memchr(base + offset, 0, bytes.count - offset) else { return nil }
        return UnsafeRawPointer(found) - base
    }
}
