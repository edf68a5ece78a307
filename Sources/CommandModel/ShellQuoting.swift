/// Quoting of words for a POSIX shell (XCU 2.2).
public enum ShellQuoting {
    /// A word with the quotes that it needs to be read as one.
    ///
    /// - Parameter word: The word.
    /// - Returns: The word, in single quotes when it has a character with a meaning to a shell.
    public static func quoted(_ word: String) -> String {
        let isPlain =
            !word.isEmpty
            && word.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic || ("0"..."9").contains($0) || "-_./:=@%+,".unicodeScalars.contains($0)
            }
        return isPlain
            ? word : "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
