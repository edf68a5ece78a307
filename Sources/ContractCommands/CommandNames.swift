package import VarlinkIDL

/// The spellings of several names, such as the methods of an interface, each of which is unique.
///
/// Names with the same spelling, such as `HTTPServer` and `HttpServer`, are not changed. No other spelling is equal to
/// one of these, because names in a contract have no dashes.
package struct CommandNames {
    /// The number of names with each spelling.
    private let counts: [String: Int]

    /// Counts the spellings.
    ///
    /// - Parameter names: All names among which a spelling must be unique.
    package init(_ names: some Sequence<String>) {
        counts = names.reduce(into: [:]) { $0[CommandName.spelled($1), default: 0] += 1 }
    }

    /// Returns the spelling of one of the names.
    package func spelled(_ name: String) -> String {
        let spelling = CommandName.spelled(name)
        return counts[spelling, default: 0] > 1 ? name : spelling
    }
}

extension InterfaceDescription {
    /// The methods with the names of their commands, in the order of the contract.
    package var commands: [(name: String, method: Method)] {
        let names = CommandNames(methods.lazy.map(\.name))
        return methods.map { (names.spelled($0.name), $0) }
    }
}
