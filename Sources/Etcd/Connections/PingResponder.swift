import NIOCore

/// Answers the pings of a member below the HTTP/2 layer.
///
/// The gRPC library of etcd measures the connection with a ping for nearly each request. SwiftNIO's HTTP/2 handler closes a connection
/// that receives more than 200 pings in 30 seconds, with all calls on it, and grpc-swift has no option for this limit. This handler
/// therefore removes pings from the received bytes and answers them. Everything else passes unchanged.
final class PingResponder: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private static let headerLength = 9
    private static let payloadLength = 8
    private static let pingType: UInt8 = 6
    private static let acknowledgement: UInt8 = 1

    /// The beginning of a frame whose header, or whose payload in the case of a ping, is incomplete.
    private var incomplete: ByteBuffer?

    /// The number of bytes of the present frame that are still to be passed on.
    private var remaining = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
        if var beginning = incomplete {
            incomplete = nil
            beginning.writeBuffer(&bytes)
            bytes = beginning
        }
        /// The bytes before the reader index that are to be passed on.
        var passed = bytes
        var start = bytes.readerIndex
        func pass() {
            passed.moveReaderIndex(to: start)
            if let slice = passed.readSlice(length: bytes.readerIndex - start), slice.readableBytes > 0 {
                context.fireChannelRead(wrapInboundOut(slice))
            }
        }
        while bytes.readableBytes > 0 {
            if remaining > 0 {
                let count = min(remaining, bytes.readableBytes)
                bytes.moveReaderIndex(forwardBy: count)
                remaining -= count
                continue
            }
            guard let frame = Frame(bytes) else { break }
            if !frame.isPing {
                remaining = Self.headerLength + frame.length
                continue
            }
            guard bytes.readableBytes >= Self.headerLength + Self.payloadLength else { break }
            pass()
            answer(bytes, context)
            bytes.moveReaderIndex(forwardBy: Self.headerLength + Self.payloadLength)
            start = bytes.readerIndex
        }
        pass()
        if bytes.readableBytes > 0 { incomplete = bytes.slice() }
    }

    /// Sends the acknowledgement of the ping at the reader index.
    ///
    /// The HTTP/2 layer writes whole frames, so the acknowledgement is between two frames.
    private func answer(_ ping: ByteBuffer, _ context: ChannelHandlerContext) {
        guard
            var answer = ping.getSlice(at: ping.readerIndex, length: Self.headerLength + Self.payloadLength)
        else { return }
        answer.setInteger(Self.acknowledgement, at: answer.readerIndex + 4)
        context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
    }

    /// The header of a frame (RFC 9113, 4.1).
    private struct Frame {
        let length: Int
        let isPing: Bool

        /// Reads the header at the reader index; nil if it is incomplete.
        init?(_ bytes: ByteBuffer) {
            let start = bytes.readerIndex
            guard bytes.readableBytes >= headerLength, let high = bytes.getInteger(at: start, as: UInt16.self),
                let low = bytes.getInteger(at: start + 2, as: UInt8.self),
                let type = bytes.getInteger(at: start + 3, as: UInt8.self),
                let flags = bytes.getInteger(at: start + 4, as: UInt8.self)
            else { return nil }
            length = Int(high) << 8 | Int(low)
            // A ping of another length is an error, which is left to the HTTP/2 layer.
            isPing = type == pingType && length == payloadLength && flags & acknowledgement == 0
        }
    }
}
