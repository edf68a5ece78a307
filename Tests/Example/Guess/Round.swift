import Trellis

/// The arguments of a round.
struct RoundRequest: Sendable {
    let maximum: Int
}

/// The source of secret numbers, which a test replaces.
struct Numbers: Sendable {
    var random: @Sendable (ClosedRange<Int>) -> Int

    static let system = Numbers { Int.random(in: $0) }
}

/// The actions that a round requests from its owner.
struct RoundActions: Sendable {
    var win: @Sendable () async -> Void
}

extension RoundActions {
    init(game: Game) {
        self.init(win: { await game.win() })
    }
}

/// The model of a round.
struct Round: Sendable {
    private let secret: Int
    private let actions: RoundActions

    init(request: RoundRequest, numbers: Numbers, actions: RoundActions) {
        secret = numbers.random(1...request.maximum)
        self.actions = actions
    }

    /// Compares a number with the secret one.
    func ask(_ number: Int) async -> GuessContract.Answer {
        if secret < number { return .lower }
        if secret > number { return .higher }
        await actions.win()
        return .right
    }
}
