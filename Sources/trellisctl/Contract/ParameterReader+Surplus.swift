import Glibc
import Varlink

extension ParameterReader {
    /// Why a word can't be taken that has no name, when all that is taken without one is there, with the option that it
    /// was probably meant for.
    ///
    /// - Parameters:
    ///   - text: The word.
    ///   - reading: What was read before it.
    /// - Returns: The failure (EX_USAGE).
    func surplus(_ text: String, after reading: Reading) -> CommandFailure {
        let left = options.filter { option in
            let isOpen = reading.parameters[option.path[...]] == nil || isList(option.field.type)
            return !option.isPositional && !option.isSpread && isOpen && option.path != reading.fed
        }
        let fitting = left.compactMap { option in
            // A field within a structure is less likely to be meant.
            fitness(of: text, for: option.field.type).map { (option: option, fitness: 10 * option.path.count + $0) }
        }
        // Of those that fit equally well the first, in the order of the contract.
        let best = fitting.map(\.fitness).min()
        let meant = fitting.first { $0.fitness == best }?.option.name
        let hint =
            if let meant {
                "What may be left out is given by name: did you mean '--\(meant) \(ShellWords.quoted(text))'?\n"
            } else {
                ""
            }
        return CommandFailure(EX_USAGE, "'\(command.command)' has no use for '\(text)'", advice: hint + usage)
    }

    /// How well a text fits a type: the less a type takes, the better, with 0 as the best; nil when it is no value of
    /// it.
    private func fitness(of text: String, for type: TypeExpression) -> Int? {
        let rank: Int
        switch command.interface.resolve(type) {
        case .list(let element): return fitness(of: text, for: element)
        case .words: rank = 0
        case .plain(.int): rank = 1
        case .plain(.float): rank = 2
        case .plain(.bool): rank = 3
        case .plain(.string): rank = 5
        default: rank = 4
        }
        return (try? value(text, of: type, for: "")) == nil ? nil : rank
    }
}
