/// Quoting of words for a POSIX shell (XCU 2.2).
public enum ShellQuoting {
    /// Returns a word in a form that a shell reads as one literal word.
    ///
    /// - Parameter word: The unquoted word.
    /// - Returns: The word, in single quotes if it contains characters with a meaning to a shell.
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
