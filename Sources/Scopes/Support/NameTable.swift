/// Numbers for names, so that keys with names are compared and hashed as fast as types are, and need no memory of
/// their own.
///
/// As the description of a type, a name stays as long as the process lives: there is one table, which nothing leaves.
/// Names are for tools and tests, which have a limited number of them.
enum NameTable {
    private struct Contents: Sendable {
        var names: [String] = []
        var numbers: [String: Int32] = [:]
    }

    private static let contents = Lock(Contents())

    /// The number of a name, from 1.
    static func number(of name: String) -> Int32 {
        contents.withLock { contents in
            if let number = contents.numbers[name] { return number }
            contents.names.append(name)
            let number = Int32(contents.names.count)
            contents.numbers[name] = number
            return number
        }
    }

    /// The name with a number that was given to one.
    static func name(of number: Int32) -> String {
        contents.withLock { $0.names[Int(number) - 1] }
    }
}
