import NIOCore

@testable import Varlink

/// Checks the message parser with arbitrary bytes.
public enum MessageCheck {
    private static let maximumMessageSize = 512
    private static let maximumDepth = 32
    private static let router = VarlinkRouter(
        information: ServiceInformation(
            vendor: "Example", product: "Fuzzing", version: "1", url: "https://example.org/"))

    /// Splits bytes into messages that arrive in chunks, and parses each as a call and as a reply.
    ///
    /// The first byte selects the chunk sizes, which must not affect the result. A parsed message is encoded and
    /// parsed again. Terminates the process when the result differs.
    public static func run(_ input: [UInt8]) {
        guard let first = input.first else { return }
        let stream = Array(input.dropFirst())
        let whole = messages(in: [stream[...]])
        let pieces = messages(in: pieces(of: stream, seed: first))
        precondition(whole.messages == pieces.messages && whole.isRefused == pieces.isRefused, "The pieces matter.")
        for message in whole.messages {
            readCall(message)
            readReply(message)
        }
    }

    private static func pieces(of stream: [UInt8], seed: UInt8) -> [ArraySlice<UInt8>] {
        var rest = stream[...]
        var pieces: [ArraySlice<UInt8>] = []
        var size = Int(seed)
        while !rest.isEmpty {
            size = size * 5 % 251
            pieces.append(rest.prefix(size + 1))
            rest = rest.dropFirst(size + 1)
        }
        return pieces
    }

    private static func messages(in pieces: [ArraySlice<UInt8>]) -> (messages: [[UInt8]], isRefused: Bool) {
        var framer = MessageFramer(maximumMessageSize: maximumMessageSize)
        var messages: [[UInt8]] = []
        for piece in pieces {
            framer.append(ByteBuffer(bytes: piece))
            do {
                while let message = try framer.next() { messages.append(message) }
            } catch {
                return (messages, true)
            }
        }
        precondition(framer.waitingMessages == 0 && !framer.isReady)
        return (messages, false)
    }

    private static func readCall(_ bytes: [UInt8]) {
        guard let call = try? CallMessage(parsing: bytes, maximumDepth: maximumDepth) else { return }
        guard let again = try? CallMessage(parsing: call.encoded().dropLast(), maximumDepth: maximumDepth) else {
            preconditionFailure("A call that was written cannot be read.")
        }
        precondition(again.method == call.method && again.mode == call.mode)
        if call.duplicateField == nil { precondition(again.encoded() == call.encoded()) }
        if case .reply(let reply) = router.route(call) {
            precondition(reply.last == 0 && !reply.dropLast().contains(0))
            precondition((try? ReplyMessage(parsing: reply.dropLast(), maximumDepth: maximumDepth)) != nil)
        }
    }

    private static func readReply(_ bytes: [UInt8]) {
        guard let reply = try? ReplyMessage(parsing: bytes, maximumDepth: maximumDepth) else { return }
        guard let again = try? ReplyMessage(parsing: reply.encoded().dropLast(), maximumDepth: maximumDepth) else {
            preconditionFailure("A reply that was written cannot be read.")
        }
        precondition(again.error == reply.error && again.continues == reply.continues)
        precondition(again.encoded() == reply.encoded())
    }
}
