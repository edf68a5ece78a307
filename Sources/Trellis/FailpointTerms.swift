import Glibc
import SystemPackage
import Varlink

/// The terms of a failpoint: which of its evaluations inject a fault.
///
/// A text of the form `TERM->TERM…` describes the terms, where `TERM` is `[PROBABILITY%][COUNT*]ACTION`. The syntax is that
/// of gofail (github.com/etcd-io/gofail) and FreeBSD's fail(9). At an evaluation, the first term applies whose count is not
/// exhausted and whose probability takes effect. `3*error(EIO)->1*delay(2000)` injects three errors and then a delay, and
/// `10.0%error(EIO)` an error in one of ten evaluations on average.
///
/// | action | effect |
/// |---|---|
/// | `off` | no fault; `1*off->error(EIO)` skips one evaluation |
/// | `error(EIO)` | the error `Errno` with a name of errno(3); also `return(EIO)` |
/// | `delay(2000)` | a delay in milliseconds, up to one day; also `sleep(2000)` |
/// | `pause` | a pause until the terms change |
/// | `panic` | the end of the process by a trap |
public struct FailpointTerms: Sendable, Hashable, CustomStringConvertible {
    /// The effect of a term.
    enum Action: Sendable, Hashable {
        case off
        case error(Errno)
        case delay(milliseconds: Int)
        case pause
        case panic
    }

    /// An action, and the evaluations at which it takes effect.
    struct Term: Sendable, Hashable {
        /// The probability in percent; nil for 100.
        var probability: Double?

        /// The remaining number of times; nil for any number.
        var count: Int?

        var action: Action
    }

    private(set) var terms: [Term]

    init(terms: [Term]) { self.terms = terms }

    /// Whether no evaluation injects a fault.
    var isOff: Bool { terms.allSatisfy { $0.action == .off } }

    /// Whether the counts of all terms are exhausted.
    var isExhausted: Bool { terms.allSatisfy { $0.count == 0 } }

    /// Returns the action of an evaluation, and counts it; nil when no term applies.
    mutating func next() -> Action? {
        for index in terms.indices where terms[index].count != 0 {
            if let probability = terms[index].probability, Double.random(in: 0..<100) >= probability { continue }
            if let count = terms[index].count { terms[index].count = count - 1 }
            return terms[index].action
        }
        return nil
    }

    /// The text of the terms with their remaining counts, without exhausted terms.
    public var description: String {
        terms.filter { $0.count != 0 }.map(\.description).joined(separator: "->")
    }
}

extension FailpointTerms.Term: CustomStringConvertible {
    var description: String {
        let probability = probability.map { "\($0)%" } ?? ""
        let count = count.map { "\($0)*" } ?? ""
        return probability + count + action.description
    }
}

extension FailpointTerms.Action: CustomStringConvertible {
    var description: String {
        switch self {
        case .off: "off"
        case .error(let error): "error(\(error.symbol ?? "\(error.rawValue)"))"
        case .delay(let milliseconds): "delay(\(milliseconds))"
        case .pause: "pause"
        case .panic: "panic"
        }
    }
}

/// The error for a text that does not describe terms of a failpoint.
public struct FailpointSyntaxError: Error, Sendable, Hashable {
    /// The column of the problem in characters, from 1.
    public var column: Int

    /// The problem, without a full stop.
    public var message: String

    /// The syntax of the terms.
    public static let grammar =
        "[PROBABILITY%][COUNT*]ACTION[->…], where ACTION is off, error(ERRNO), delay(MILLISECONDS), pause or panic"
}

extension FailpointTerms {
    /// Parses terms.
    ///
    /// - Parameter text: The text, such as `10.0%3*error(EIO)->delay(2000)`. Spaces between its parts are ignored.
    /// - Throws: ``FailpointSyntaxError`` with the column of the first problem.
    public init(parsing text: String) throws(FailpointSyntaxError) {
        var parser = FailpointParser(text)
        self.init(terms: try parser.terms())
    }
}

/// Parses the text of terms from left to right.
private struct FailpointParser {
    private static let actions = ["off", "error", "return", "delay", "sleep", "pause", "panic"]

    /// The maximum delay: one day.
    private static let maximumDelay = 86_400_000

    private let text: [Character]
    private var index = 0

    init(_ text: String) { self.text = Array(text) }

    mutating func terms() throws(FailpointSyntaxError) -> [FailpointTerms.Term] {
        var terms: [FailpointTerms.Term] = []
        repeat { terms.append(try term()) } while skip("->")
        skipSpaces()
        guard index == text.count else { throw unexpected("'->' or the end") }
        return terms
    }

    private mutating func term() throws(FailpointSyntaxError) -> FailpointTerms.Term {
        var term = FailpointTerms.Term(action: .off)
        while let (number, start) = number() {
            if skip("%") {
                guard term.probability == nil, let value = Double(number), (0...100).contains(value) else {
                    throw error(at: start, "expected one probability from 0 to 100, got '\(number)'")
                }
                term.probability = value
            } else if skip("*") {
                guard term.count == nil, let value = Int(number), value > 0 else {
                    throw error(at: start, "expected one count of 1 or more, got '\(number)'")
                }
                term.count = value
            } else {
                throw unexpected("'%' or '*' after the number \(number)")
            }
        }
        term.action = try action()
        return term
    }

    private mutating func action() throws(FailpointSyntaxError) -> FailpointTerms.Action {
        skipSpaces()
        let start = index
        let name = word { $0.isLetter || $0 == "_" }
        switch name {
        case "off": return .off
        case "pause": return .pause
        case "panic": return .panic
        case "error", "return":
            let (value, start) = try argument(of: name)
            guard let error = Errno(symbol: value) else {
                throw self.error(at: start, "expected an error of errno(3) such as EIO, got '\(value)'")
            }
            return .error(error)
        case "delay", "sleep":
            let (value, start) = try argument(of: name)
            guard let milliseconds = Int(value), (0...Self.maximumDelay).contains(milliseconds) else {
                throw error(
                    at: start, "expected a delay of 0 to \(Self.maximumDelay) milliseconds, got '\(value)'")
            }
            return .delay(milliseconds: milliseconds)
        case "": throw unexpected("an action: off, error(ERRNO), delay(MILLISECONDS), pause or panic")
        default:
            let nearest = Suggestion.nearest(to: name, among: Self.actions)
            throw error(at: start, "unknown action '\(name)'" + (nearest.map { " (did you mean '\($0)'?)" } ?? ""))
        }
    }

    /// The argument in parentheses, and its position.
    private mutating func argument(of action: String) throws(FailpointSyntaxError) -> (value: String, start: Int) {
        guard skip("(") else { throw unexpected("'(' and an argument after '\(action)'") }
        skipSpaces()
        let start = index
        let value = word { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "-" }
        guard skip(")") else { throw unexpected("')'") }
        return (value, start)
    }

    /// A number with an optional fraction, and its position; nil when there is none.
    private mutating func number() -> (text: String, start: Int)? {
        skipSpaces()
        let start = index
        let number = word { $0.isNumber || $0 == "." }
        return number.isEmpty ? nil : (number, start)
    }

    private mutating func word(of isPart: (Character) -> Bool) -> String {
        let part = text[index...].prefix(while: isPart)
        index = part.endIndex
        return String(part)
    }

    private mutating func skipSpaces() { _ = word { $0 == " " } }

    /// Skips a symbol, and returns whether it was there.
    private mutating func skip(_ symbol: String) -> Bool {
        skipSpaces()
        guard text[index...].starts(with: symbol) else { return false }
        index += symbol.count
        return true
    }

    private func unexpected(_ expected: String) -> FailpointSyntaxError {
        let rest = String(text[index...].prefix(16))
        return error(at: index, "expected \(expected), got \(rest.isEmpty ? "the end" : "'\(rest)'")")
    }

    private func error(at index: Int, _ message: String) -> FailpointSyntaxError {
        FailpointSyntaxError(column: index + 1, message: message)
    }
}

/// The errors that files, devices, processes and sockets report, with their names in errno(3).
private let errorSymbols: [(number: CInt, symbol: String)] = [
    (EPERM, "EPERM"), (ENOENT, "ENOENT"), (EINTR, "EINTR"), (EIO, "EIO"), (ENXIO, "ENXIO"), (E2BIG, "E2BIG"),
    (EBADF, "EBADF"), (ECHILD, "ECHILD"), (EAGAIN, "EAGAIN"), (ENOMEM, "ENOMEM"), (EACCES, "EACCES"),
    (EBUSY, "EBUSY"), (EEXIST, "EEXIST"), (EXDEV, "EXDEV"), (ENODEV, "ENODEV"), (ENOTDIR, "ENOTDIR"),
    (EISDIR, "EISDIR"), (EINVAL, "EINVAL"), (ENFILE, "ENFILE"), (EMFILE, "EMFILE"), (ETXTBSY, "ETXTBSY"),
    (EFBIG, "EFBIG"), (ENOSPC, "ENOSPC"), (ESPIPE, "ESPIPE"), (EROFS, "EROFS"), (EMLINK, "EMLINK"),
    (EPIPE, "EPIPE"), (ERANGE, "ERANGE"), (EDEADLK, "EDEADLK"), (ENAMETOOLONG, "ENAMETOOLONG"),
    (ENOLCK, "ENOLCK"), (ENOSYS, "ENOSYS"), (ENOTEMPTY, "ENOTEMPTY"), (ELOOP, "ELOOP"), (ENODATA, "ENODATA"),
    (EPROTO, "EPROTO"), (EBADMSG, "EBADMSG"), (EOVERFLOW, "EOVERFLOW"), (EILSEQ, "EILSEQ"),
    (EMSGSIZE, "EMSGSIZE"), (EOPNOTSUPP, "EOPNOTSUPP"), (EADDRINUSE, "EADDRINUSE"),
    (EADDRNOTAVAIL, "EADDRNOTAVAIL"), (ENETDOWN, "ENETDOWN"), (ENETUNREACH, "ENETUNREACH"),
    (ENETRESET, "ENETRESET"), (ECONNABORTED, "ECONNABORTED"), (ECONNRESET, "ECONNRESET"), (ENOBUFS, "ENOBUFS"),
    (ENOTCONN, "ENOTCONN"), (ETIMEDOUT, "ETIMEDOUT"), (ECONNREFUSED, "ECONNREFUSED"),
    (EHOSTDOWN, "EHOSTDOWN"), (EHOSTUNREACH, "EHOSTUNREACH"), (EALREADY, "EALREADY"),
    (EINPROGRESS, "EINPROGRESS"), (ESTALE, "ESTALE"), (EDQUOT, "EDQUOT"), (ECANCELED, "ECANCELED"),
]

extension Errno {
    /// The name in errno(3), such as `EIO`; nil for an error that is not in the list.
    var symbol: String? { errorSymbols.first { $0.number == rawValue }?.symbol }

    /// Creates an error of the list from its name; nil for another text.
    init?(symbol: String) {
        guard let number = errorSymbols.first(where: { $0.symbol == symbol })?.number else { return nil }
        self.init(rawValue: number)
    }
}
