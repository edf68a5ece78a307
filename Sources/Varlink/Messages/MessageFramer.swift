import Glibc
import NIOCore

/// Cuts the bytes that arrive into messages, at the NUL that ends each.
struct MessageFramer {
    /// The most bytes that a message may have, the NUL apart.
    let maximumMessageSize: Int

    private var buffer: ByteBuffer?

    /// How many of the readable bytes are known to hold no NUL.
    private var searched = 0

    init(maximumMessageSize: Int) {
        self.maximumMessageSize = maximumMessageSize
    }

    /// How many bytes wait, of complete messages and of an incomplete one.
    var waitingBytes: Int {
        buffer?.readableBytes ?? 0
    }

    mutating func append(_ bytes: ByteBuffer) {
        if waitingBytes == 0 {
            buffer = bytes
            searched = 0
        } else {
            // What has been read is given back before the buffer grows for it; each byte moves at most once for that.
            if let buffer, buffer.readerIndex > buffer.readableBytes { self.buffer?.discardReadBytes() }
            buffer?.writeImmutableBuffer(bytes)
        }
    }

    /// Whether a complete message waits.
    var hasMessage: Bool {
        guard let buffer else { return false }
        return Self.offsetOfNul(in: buffer, from: searched) != nil
    }

    /// The next complete message without its NUL; nil when none has come whole.
    ///
    /// - Throws: ``ProtocolViolation/messageTooLarge(limit:)`` as soon as the limit is passed, whether the message is
    ///   complete or not.
    mutating func next() throws(ProtocolViolation) -> [UInt8]? {
        guard let buffer else { return nil }
        guard let length = Self.offsetOfNul(in: buffer, from: searched) else {
            searched = buffer.readableBytes
            if searched > maximumMessageSize { throw .messageTooLarge(limit: maximumMessageSize) }
            return nil
        }
        if length > maximumMessageSize { throw .messageTooLarge(limit: maximumMessageSize) }
        let message = self.buffer?.readBytes(length: length)
        self.buffer?.moveReaderIndex(forwardBy: 1)
        searched = 0
        if waitingBytes == 0 { self.buffer = nil }
        return message
    }

    /// Forgets what waits.
    mutating func removeAll() {
        buffer = nil
        searched = 0
    }

    private static func offsetOfNul(in buffer: ByteBuffer, from offset: Int) -> Int? {
        buffer.withUnsafeReadableBytes { bytes in
            guard let base = bytes.baseAddress, offset < bytes.count else { return nil }
            // Safe: memchr looks at the bytes of the buffer from the offset on, and at no other.
            guard let found = memchr(base + offset, 0, bytes.count - offset) else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}
