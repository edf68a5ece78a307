// `environ` is a variable of the C library. It is read once, before the process has a second thread.
@preconcurrency import Glibc

/// The environment variables of the process.
enum EnvironmentVariables {
    /// Reads the variables; called at the start of the program.
    ///
    /// - Returns: The values by name. Of several values with the same name, the first is used, as in getenv(3).
    static func read() -> [String: String] {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let words = String(cString: entry).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            if words.count == 2, variables[String(words[0])] == nil { variables[String(words[0])] = String(words[1]) }
            next += 1
        }
        return variables
    }
}
