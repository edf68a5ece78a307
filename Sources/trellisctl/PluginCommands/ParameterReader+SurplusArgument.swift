import CommandModel
import ContractCommands
import Varlink

extension ParameterReader {
    /// Returns the error for a word that exceeds the arguments, with the option that was probably intended.
    ///
    /// - Parameters:
    ///   - word: The first word for which there is no argument.
    ///   - reading: The parameters that were read before it.
    /// - Returns: The error, with a suggestion if an option accepts the word.
    func surplusArgument(_ word: String, after reading: Reading) -> CommandLineError {
        let left = options.filter { option in
            let isOpen = reading.parameters[option.path[...]] == nil || isList(option.field.type)
            return !option.isPositional && !option.isExpanded && isOpen && option.path != reading.fed
        }
        let ranked = left.compactMap { option in
            // A field within a structure is less likely than a parameter.
            rank(of: word, for: option.field.type).map { (option: option, rank: 10 * option.path.count + $0) }
        }
        // Of several options with the best rank, the first in the order of the contract is suggested.
        let best = ranked.map(\.rank).min()
        var error = CommandLineError.surplusArgument(word, usage: usage)
        // The words of a text without quotes are more likely than an option that accepts any text.
        if let last = options.last(where: \.isPositional), last.isRequired,
            case .plain(.string) = command.interface.resolve(last.field.type),
            let text = reading.parameters[last.path[...]]?.stringValue, best.map({ $0 >= 10 + Self.textRank }) ?? true
        {
            error.advice = "Quote a text with spaces: \(ShellQuoting.quoted("\(text) \(word)")).\n\(usage)"
            return error
        }
        if let meant = ranked.first(where: { $0.rank == best })?.option.name {
            error.advice =
                "Optional parameters are given by name. Did you mean '--\(meant) \(ShellQuoting.quoted(word))'?\n\(usage)"
        }
        return error
    }

    /// The rank of a text, which accepts any word.
    private static let textRank = 5

    /// Returns the specificity of a type for a word, from 0 for the most specific type; nil when the type rejects the
    /// word.
    private func rank(of word: String, for type: TypeExpression) -> Int? {
        let rank: Int
        switch command.interface.resolve(type) {
        case .list(let element): return self.rank(of: word, for: element)
        case .words: rank = 0
        case .plain(.int): rank = 1
        case .plain(.float): rank = 2
        case .plain(.bool): rank = 3
        case .plain(.string): rank = Self.textRank
        default: rank = 4
        }
        return (try? value(word, of: type, for: "")) == nil ? nil : rank
    }
}
