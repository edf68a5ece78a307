import Trellis

/// The coordinator of a session: opens its rounds, and counts the won ones.
actor Game {
    private let rounds: Scene<RoundRequest, Round>
    private let stack: NavigationStack<Round>
    private(set) var won = 0

    init(rounds: Scene<RoundRequest, Round>, stack: NavigationStack<Round>) {
        self.rounds = rounds
        self.stack = stack
    }

    /// Begins a round, and closes the previous one.
    func begin(_ request: RoundRequest) async throws {
        try await stack.push(rounds, request, keeping: { _ in false }, as: { $0 }, load: { _ in })
    }

    /// The round in progress; nil if there is none.
    var round: Round? {
        get async { await stack.top }
    }

    /// Counts the round in progress as won, and closes it.
    func win() async {
        won += 1
        await stack.pop()
    }
}
