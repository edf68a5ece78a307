import Testing

@testable import Varlink

/// Who is told when the replies of a connection have gone, whoever wrote them.
@Suite struct OutputStateTests {
    private static let reply: [UInt8] = [1, 2, 3, 4]

    /// A connection whose task is writing.
    private static func makeWriting() -> OutputState {
        var state = OutputState(unreadLimit: 6)
        state.useDescriptor(7)
        #expect(state.write(reply) == .write(reply, to: 7))
        return state
    }

    @Test func whatComesMeanwhileIsTakenAlongAndWhoWaitsIsTold() {
        var state = Self.makeWriting()
        #expect(state.write(Self.reply) == .nothing)
        #expect(state.hasRoomOrTell() == true)
        #expect(state.write(Self.reply) == .nothing)
        #expect(state.hasRoomOrTell() == false)
        #expect(state.wrote(4, of: Self.reply, to: 7) == .write(Self.reply + Self.reply, to: 7))
        #expect(state.wrote(8, of: Self.reply + Self.reply, to: 7) == .tellDrained)
        // Once is enough.
        #expect(state.write(Self.reply) == .write(Self.reply, to: 7))
        #expect(state.wrote(4, of: Self.reply, to: 7) == .nothing)
    }

    @Test func nobodyIsToldWhoDoesNotWait() {
        var state = Self.makeWriting()
        #expect(state.write(Self.reply) == .nothing)
        #expect(state.wrote(4, of: Self.reply, to: 7) == .write(Self.reply, to: 7))
        #expect(state.wrote(4, of: Self.reply, to: 7) == .nothing)
    }

    @Test func whatTheSocketDoesNotTakeIsLeftToTheEventLoop() {
        var state = Self.makeWriting()
        #expect(state.write(Self.reply) == .nothing)
        #expect(state.wrote(1, of: Self.reply, to: 7) == .flush)
        #expect(state.hasRoomOrTell() == false)
        #expect(state.take() == [2, 3, 4, 1, 2, 3, 4])
        #expect(state.write(Self.reply) == .flush)
        state.didWrite(7)
        #expect(state.hasRoom)
        #expect(state.take() == Self.reply)
        state.didWrite(4)
        #expect(state.isDrained)
        // Those who waited have been told by the event loop.
        #expect(state.write(Self.reply) == .write(Self.reply, to: 7))
        #expect(state.wrote(4, of: Self.reply, to: 7) == .nothing)
    }

    @Test func theEndIsToldWhenAllIsWritten() {
        var state = Self.makeWriting()
        #expect(state.end() == false)
        #expect(state.wrote(4, of: Self.reply, to: 7) == .tellDrained)
        #expect(state.end() == true)
    }

    @Test func theDescriptorIsClosedByTheOneWhoUsesItLast() {
        var state = Self.makeWriting()
        #expect(state.close() == .nothing)
        #expect(state.write(Self.reply) == .nothing)
        #expect(state.wrote(4, of: Self.reply, to: 7) == .close(7))
    }
}
