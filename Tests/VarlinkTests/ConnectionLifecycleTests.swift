import Testing

@testable import Varlink

@Suite("Connection lifecycle", .timeLimit(.minutes(2))) struct ConnectionLifecycleTests {
    private typealias Call = ConnectionLifecycle.CallTraits

    private static let single = Call(isStream: false, isOneway: false)
    private static let stream = Call(isStream: true, isOneway: false)
    private static let oneway = Call(isStream: false, isOneway: true)
    private static let reply: [UInt8] = [1]

    @Test("serves the calls of a client that has shut down its sending side") func halfClose() {
        var lifecycle = ConnectionLifecycle()
        lifecycle.inputClosed()
        #expect(lifecycle.phase == .halfClosed)
        #expect(lifecycle.mayBeginCalls)
        #expect(lifecycle.callEnded() == .resume)
        #expect(lifecycle.close(.client) == .closeWhenWritten)
        #expect(!lifecycle.mayBeginCalls)
        #expect(lifecycle.channelClosed(during: nil) == .terminate)
        #expect(lifecycle.closeReason == .client)
    }

    @Test("rejects waiting calls at once when the server shuts down and no call is in progress") func drainIdle() {
        var lifecycle = ConnectionLifecycle()
        #expect(lifecycle.drain(replying: Self.reply, during: nil) == .rejectWaitingCalls)
        #expect(lifecycle.drainReply == Self.reply)
        #expect(!lifecycle.mayBeginCalls)
        #expect(lifecycle.acceptsInput)
    }

    @Test("completes a call, and cancels a stream, when the server shuts down") func drainBusy() {
        var lifecycle = ConnectionLifecycle()
        #expect(lifecycle.drain(replying: Self.reply, during: Self.single) == .none)
        #expect(lifecycle.callEnded() == .rejectWaitingCalls)
        var streaming = ConnectionLifecycle()
        #expect(streaming.drain(replying: Self.reply, during: Self.stream) == .cancelCall)
        #expect(streaming.callEnded() == .rejectWaitingCalls)
    }

    @Test("ignores a second shutdown") func drainTwice() {
        var lifecycle = ConnectionLifecycle()
        _ = lifecycle.drain(replying: Self.reply, during: nil)
        #expect(lifecycle.drain(replying: [2], during: nil) == .none)
        #expect(lifecycle.drainReply == Self.reply)
        #expect(lifecycle.close(.shutdown) == .closeWhenWritten)
        #expect(lifecycle.drain(replying: Self.reply, during: nil) == .none)
    }

    @Test("serves waiting calls, and cancels a stream, when the server hands the connection over") func handOver() {
        var lifecycle = ConnectionLifecycle()
        #expect(lifecycle.handOver(during: nil) == .resume)
        #expect(lifecycle.phase == .handingOver)
        #expect(lifecycle.mayBeginCalls && lifecycle.acceptsInput)
        #expect(lifecycle.handOver(during: nil) == .none)
        #expect(lifecycle.callEnded() == .resume)
        #expect(lifecycle.drain(replying: Self.reply, during: Self.single) == .none)
        #expect(lifecycle.handOver(during: nil) == .none)
        var halfClosed = ConnectionLifecycle()
        halfClosed.inputClosed()
        #expect(halfClosed.handOver(during: Self.single) == .none)
        #expect(halfClosed.phase == .handingOver)
        var streaming = ConnectionLifecycle()
        #expect(streaming.handOver(during: Self.stream) == .cancelCall)
        #expect(streaming.channelClosed(during: Self.stream) == .terminate)
        var oneway = ConnectionLifecycle()
        _ = oneway.handOver(during: Self.oneway)
        #expect(oneway.channelClosed(during: Self.oneway) == .none)
        #expect(oneway.callEnded() == .serveWaitingCalls)
    }

    @Test("keeps the first of several reasons for closing") func reason() {
        var lifecycle = ConnectionLifecycle()
        #expect(lifecycle.close(.idle) == .closeWhenWritten)
        #expect(lifecycle.close(.protocolViolation) == .none)
        lifecycle.closeImmediately(.failure("x"))
        #expect(lifecycle.closeReason == .idle)
    }

    @Test("cancels a call whose client closes the connection") func clientCloses() {
        var lifecycle = ConnectionLifecycle()
        #expect(lifecycle.channelClosed(during: Self.single) == .terminate)
        #expect(lifecycle.channelClosed(during: Self.single) == .none)
        #expect(!lifecycle.mayBeginCalls)
        #expect(lifecycle.callEnded() == .release)
        #expect(lifecycle.idle() == true)
        #expect(lifecycle.idle() == false)
        #expect(lifecycle.callEnded() == .none)
    }

    @Test("serves oneway calls after their client has closed the connection") func oneway() {
        var lifecycle = ConnectionLifecycle()
        #expect(lifecycle.channelClosed(during: Self.oneway) == .none)
        #expect(!lifecycle.isChannelOpen)
        #expect(lifecycle.mayBeginCalls)
        #expect(lifecycle.callEnded() == .serveWaitingCalls)
        #expect(lifecycle.close(.tooMuchInput(limitPerUser: 1)) == .discardInput)
        #expect(!lifecycle.mayBeginCalls)
        #expect(lifecycle.idle() == true)
    }

    @Test("serves waiting oneway calls when the channel closes between calls") func betweenCalls() {
        var lifecycle = ConnectionLifecycle()
        #expect(lifecycle.channelClosed(during: nil) == .serveWaitingCalls)
        #expect(lifecycle.idle() == true)
    }

    @Test("cancels a oneway call of a closing connection", arguments: [true, false]) func onewayAtEnd(_ drains: Bool) {
        var lifecycle = ConnectionLifecycle()
        if drains {
            _ = lifecycle.drain(replying: Self.reply, during: Self.oneway)
        } else {
            _ = lifecycle.close(.protocolViolation)
        }
        #expect(lifecycle.channelClosed(during: Self.oneway) == .terminate)
    }

    @Test("releases no connection whose channel is open") func open() {
        var lifecycle = ConnectionLifecycle()
        #expect(lifecycle.idle() == false)
        _ = lifecycle.close(.idle)
        #expect(lifecycle.idle() == false)
    }
}
