import Etcd
import NIOCore
import NIOPosix
import Synchronization

/// A relay in front of a member of etcd that can keep a call, as a stopped member or a network does, and pass it on later.
final class HoldingRelay: Sendable {
    private typealias Connection = NIOAsyncChannel<ByteBuffer, ByteBuffer>

    private enum Phase {
        case passing

        /// The next call is kept, with everything that the client sends until its end.
        case holding([ByteBuffer])

        /// A call is kept, and what the client sends after it is discarded.
        case held([ByteBuffer], stream: UInt32, NIOAsyncChannelOutboundWriter<ByteBuffer>)

        /// The call was passed on.
        case released(stream: UInt32)
    }

    /// The address of the relay.
    let endpoint: EtcdEndpoint

    private let phase = Mutex(Phase.passing)
    private let answers = AsyncStream<Void>.makeStream()

    private init(port: Int) { endpoint = EtcdEndpoint(host: "127.0.0.1", port: port) }

    /// Runs a relay to a member while a body uses it.
    static func with(_ member: EtcdEndpoint, _ body: @Sendable (HoldingRelay) async throws -> Void) async throws {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0) { channel in
                channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
            }
        let relay = HoldingRelay(port: server.channel.localAddress?.port ?? 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await server.executeThenClose { clients in
                    try await withThrowingDiscardingTaskGroup { connections in
                        for try await client in clients {
                            // The relay continues after a connection has ended.
                            connections.addTask { try? await relay.connect(client, to: member) }
                        }
                    }
                }
            }
            try await body(relay)
            group.cancelAll()
        }
    }

    /// Keeps the next call.
    func hold() { phase.withLock { $0 = .holding([]) } }

    /// Passes on the call that was kept, and waits for the answer of the member.
    func release() async throws {
        let kept = phase.withLock { phase -> ([ByteBuffer], NIOAsyncChannelOutboundWriter<ByteBuffer>)? in
            guard case .held(let bytes, let stream, let member) = phase else { return nil }
            phase = .released(stream: stream)
            return (bytes, member)
        }
        guard let (bytes, member) = kept else { throw NothingHeld() }
        for bytes in bytes { try await member.write(bytes) }
        for await _ in answers.stream { return }
    }

    /// No call was kept.
    struct NothingHeld: Error {}

    private func connect(_ client: Connection, to endpoint: EtcdEndpoint) async throws {
        let member = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: endpoint.host, port: endpoint.port) { channel in
                channel.eventLoop.makeCompletedFuture { try Connection(wrappingChannelSynchronously: channel) }
            }
        try await client.executeThenClose { requests, toClient in
            try await member.executeThenClose { answers, toMember in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        var frames = HTTP2Frames(skipping: HTTP2Frames.prefaceSize)
                        for try await bytes in requests where !self.keeps(bytes, frames.read(bytes), for: toMember) {
                            try await toMember.write(bytes)
                        }
                    }
                    group.addTask {
                        var frames = HTTP2Frames()
                        for try await bytes in answers {
                            self.note(frames.read(bytes))
                            try await toClient.write(bytes)
                        }
                    }
                    try await group.next()
                    group.cancelAll()
                }
            }
        }
    }

    /// Returns whether bytes of a client are not passed on.
    private func keeps(
        _ bytes: ByteBuffer, _ frames: [HTTP2Frames.Frame], for member: NIOAsyncChannelOutboundWriter<ByteBuffer>
    ) -> Bool {
        phase.withLock { phase in
            switch phase {
            case .passing: return false
            case .holding(let kept):
                let last = frames.first { $0.kind == .data && $0.endsStream }
                phase = last.map { .held(kept + [bytes], stream: $0.stream, member) } ?? .holding(kept + [bytes])
                return true
            case .held, .released: return true
            }
        }
    }

    private func note(_ frames: [HTTP2Frames.Frame]) {
        guard case .released(let stream) = phase.withLock(\.self) else { return }
        for frame in frames where frame.stream == stream && (frame.kind == .reset || frame.endsStream) {
            answers.continuation.yield()
        }
    }
}

/// The frames of one direction of an HTTP/2 connection (RFC 9113, section 4.1), without their contents.
struct HTTP2Frames {
    /// The kind of a frame, as far as the relay distinguishes them.
    enum Kind {
        case data, headers, reset, other
    }

    /// A complete frame.
    struct Frame {
        var kind: Kind
        var stream: UInt32

        /// Whether the frame is the last one of its stream in this direction.
        var endsStream: Bool
    }

    /// The size of the text with which a client begins.
    static let prefaceSize = 24

    private static let headerSize = 9

    /// The number of bytes that are not part of a frame.
    private var skipped: Int
    private var buffer = ByteBuffer()

    init(skipping count: Int = 0) { skipped = count }

    /// Reads the next bytes.
    ///
    /// - Returns: The frames that are complete now.
    mutating func read(_ bytes: ByteBuffer) -> [Frame] {
        buffer.writeImmutableBuffer(bytes)
        let skip = min(skipped, buffer.readableBytes)
        buffer.moveReaderIndex(forwardBy: skip)
        skipped -= skip
        var frames: [Frame] = []
        while skipped == 0, let header = buffer.getBytes(at: buffer.readerIndex, length: Self.headerSize) {
            let size = Self.headerSize + Int(header[0]) << 16 + Int(header[1]) << 8 + Int(header[2])
            guard buffer.readableBytes >= size else { break }
            buffer.moveReaderIndex(forwardBy: size)
            let kind: Kind =
                switch header[3] {
                case 0: .data
                case 1: .headers
                case 3: .reset
                default: .other
                }
            let stream = header[5...8].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
            let endsStream = (kind == .data || kind == .headers) && header[4] & 1 != 0
            frames.append(Frame(kind: kind, stream: stream, endsStream: endsStream))
        }
        buffer.discardReadBytes()
        return frames
    }
}
