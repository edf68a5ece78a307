import Trellis

/// The implementation of `io.trellis.Guess` for one connection.
struct GuessInterface: GuessService {
    let game: Game

    func begin(maximum: Int, context: CallContext) async throws -> GuessContract.BeginReply {
        guard (2...1_000_000).contains(maximum) else { throw GuessError.invalidMaximum(maximum: maximum) }
        try await game.begin(RoundRequest(maximum: maximum))
        return GuessContract.BeginReply(maximum: maximum)
    }

    func ask(number: Int, context: CallContext) async throws -> GuessContract.AskReply {
        guard let round = await game.round else { throw GuessError.noRound }
        return GuessContract.AskReply(answer: await round.ask(number))
    }

    func score(context: CallContext) async throws -> GuessContract.ScoreReply {
        GuessContract.ScoreReply(won: await game.won)
    }
}
