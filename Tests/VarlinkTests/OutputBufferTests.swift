import Testing

@testable import Varlink

@Suite("Output buffer", .timeLimit(.minutes(2))) struct OutputBufferTests {
    private static let reply: [UInt8] = [1, 2, 3, 4]

    @Test("requests one flush for all bytes that accumulate") func flush() {
        var buffer = OutputBuffer(unreadLimit: 100)
        #expect(buffer.append(Self.reply) == true)
        #expect(buffer.append(Self.reply) == false)
        #expect(buffer.take(followedBy: [5]) == Self.reply + Self.reply + [5])
        #expect(buffer.append(Self.reply) == true)
        #expect(buffer.take(followedBy: []) == Self.reply)
    }

    @Test("the buffer has room while the unread bytes are below the high-water mark") func room() {
        var buffer = OutputBuffer(unreadLimit: 6)
        _ = buffer.append(Self.reply)
        #expect(buffer.hasRoom)
        _ = buffer.append(Self.reply)
        #expect(!buffer.hasRoom)
        _ = buffer.take(followedBy: [])
        #expect(!buffer.hasRoom)
        buffer.didWrite(3)
        #expect(buffer.hasRoom)
        #expect(!buffer.isDrained)
        buffer.didWrite(5)
        #expect(buffer.isDrained)
    }

    @Test("drops bytes after the buffer is closed") func close() {
        var buffer = OutputBuffer(unreadLimit: 6)
        _ = buffer.append(Self.reply)
        buffer.close()
        #expect(buffer.isDrained)
        #expect(buffer.append(Self.reply) == false)
        #expect(buffer.take(followedBy: Self.reply) == [])
    }
}
