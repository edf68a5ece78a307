import Glibc

/// Why a command did not do what it was asked, in words for the person at the terminal and a status for scripts.
struct CommandFailure: Error, CustomStringConvertible {
    /// The status that the process exits with: one of sysexits(3).
    var exitStatus: Int32

    /// What went wrong, where, and why, as a sentence without its full stop.
    var sentence: String

    /// What to do about it, as a sentence without its full stop.
    var advice: String?

    init(_ exitStatus: Int32, _ sentence: String, advice: String? = nil) {
        self.exitStatus = exitStatus
        self.sentence = sentence
        self.advice = advice
    }

    var description: String {
        sentence + (advice.map { ".\n\($0)" } ?? "")
    }
}
