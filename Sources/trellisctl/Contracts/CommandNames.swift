import Varlink

/// The spellings of names of one kind, such as the methods of an interface, so that each spelling means one of them.
///
/// Names that would be spelled alike, such as `HTTPServer` and `HttpServer`, stay as the contract has them. No other spelling
/// collides with these: names of a contract have no dashes.
struct CommandNames {
    /// The number of names with each spelling.
    private let counts: [String: Int]

    /// Counts the spellings.
    ///
    /// - Parameter names: All names of the kind.
    init(_ names: some Sequence<String>) {
        counts = names.reduce(into: [:]) { $0[CommandName.spelled($1), default: 0] += 1 }
    }

    /// The spelling of a name.
    ///
    /// - Parameter name: One of the names.
    /// - Returns: The spelling.
    func spelled(_ name: String) -> String {
        let spelling = CommandName.spelled(name)
        return counts[spelling, default: 0] > 1 ? name : spelling
    }
}

extension InterfaceDescription {
    /// The commands that the methods are, in the order of the contract.
    var commands: [(name: String, method: Method)] {
        let names = CommandNames(methods.lazy.map(\.name))
        return methods.map { (names.spelled($0.name), $0) }
    }
}
