import Synchronization
import Testing
import Varlink

/// Listings, over a socket and within the process: one reply per element, only the last without `continues`.
@Suite(.timeLimit(.minutes(2))) struct ListingTests {
    typealias Writer = ReplyWriter<CountReply>

    /// Calls a method that sends a listing, and returns the numbers of all its replies.
    static func numbers(
        _ way: CallTests.Way, _ list: @escaping @Sendable (Writer) async throws -> CountReply
    ) async throws -> [Int] {
        let registration = VarlinkRegistration(contract: TrialContract.contract) { call in
            try call.reply(try await list(call.replies(of: CountReply.self, streaming: .required)))
        }
        let numbers = Mutex<[Int]>([])
        try await CallTests.withCaller(way, registration) { caller, _ in
            for try await reply in caller.stream("org.example.trial.Count", ["to": 1]) {
                guard case .integer(let number) = reply["number"] else { continue }
                numbers.withLock { $0.append(Int(number)) }
            }
        }
        return numbers.withLock { $0 }
    }

    @Test("sends every element of a sequence once", arguments: CallTests.Way.allCases, [1, 2, 500])
    func sequence(_ way: CallTests.Way, _ count: Int) async throws {
        let numbers = try await Self.numbers(way) { replies in
            try await replies.send(
                contentsOf: (1...count).map { CountReply(number: $0) }, ifEmpty: CountReply(number: 0))
        }
        #expect(numbers == Array(1...count))
    }

    @Test("sends every element of an asynchronous sequence once", arguments: CallTests.Way.allCases)
    func asyncSequence(_ way: CallTests.Way) async throws {
        let numbers = try await Self.numbers(way) { replies in
            let elements = AsyncStream<CountReply> { continuation in
                for number in 1...3 { continuation.yield(CountReply(number: number)) }
                continuation.finish()
            }
            return try await replies.send(contentsOf: elements, ifEmpty: CountReply(number: 0))
        }
        #expect(numbers == [1, 2, 3])
    }

    @Test("sends every element that a closure produces once", arguments: CallTests.Way.allCases, [1, 2, 500])
    func closure(_ way: CallTests.Way, _ count: Int) async throws {
        let numbers = try await Self.numbers(way) { replies in
            try await replies.sendListing(ifEmpty: CountReply(number: 0)) { send in
                for number in 1...count { try await send(CountReply(number: number)) }
            }
        }
        #expect(numbers == Array(1...count))
    }

    @Test("sends every element that concurrent tasks produce once", arguments: CallTests.Way.allCases)
    func concurrentTasks(_ way: CallTests.Way) async throws {
        let numbers = try await Self.numbers(way) { replies in
            try await replies.sendListing(ifEmpty: CountReply(number: 0)) { send in
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 1...100 { group.addTask { try await send(CountReply(number: number)) } }
                    try await group.waitForAll()
                }
            }
        }
        #expect(numbers.sorted() == Array(1...100))
    }

    @Test("sends one empty reply when there is no element", arguments: CallTests.Way.allCases)
    func empty(_ way: CallTests.Way) async throws {
        let ofSequence = try await Self.numbers(way) { replies in
            try await replies.send(contentsOf: EmptyCollection(), ifEmpty: CountReply(number: 0))
        }
        let ofClosure = try await Self.numbers(way) { replies in
            try await replies.sendListing(ifEmpty: CountReply(number: 0)) { _ in }
        }
        #expect(ofSequence == [0])
        #expect(ofClosure == [0])
    }

    @Test("rejects an element after the closure has returned") func lateElement() async throws {
        let error = Mutex<(any Error)?>(nil)
        _ = try await Self.numbers(.local) { replies in
            let late = Mutex<(@Sendable (CountReply) async throws -> Void)?>(nil)
            let last = try await replies.sendListing(ifEmpty: CountReply(number: 0)) { send in
                late.withLock { $0 = send }
            }
            do { try await late.withLock { $0 }?(last) } catch let thrown { error.withLock { $0 = thrown } }
            return last
        }
        #expect(error.withLock { $0 } as? ServerCallError == .ended)
    }

    @Test("ends a listing with the error of the closure", arguments: CallTests.Way.allCases)
    func failure(_ way: CallTests.Way) async throws {
        await #expect(throws: RemoteError.self) {
            _ = try await Self.numbers(way) { replies in
                try await replies.sendListing(ifEmpty: CountReply(number: 0)) { send in
                    try await send(CountReply(number: 1))
                    throw Breakage()
                }
            }
        }
    }
}
