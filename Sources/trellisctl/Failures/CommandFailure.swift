import CommandModel
import Glibc
import Varlink

/// The reason why a command failed, as a text for the user and an exit status for scripts.
struct CommandFailure: Error, CustomStringConvertible {
    /// The Varlink error behind a failure.
    struct RemoteCause: Sendable {
        /// The name, including that of the interface.
        var name: String

        /// The parameters of the error.
        var parameters: JSONObject
    }

    /// The exit status of the process: one of sysexits(3).
    var exitStatus: Int32

    /// The failure, its location and its reason, as a sentence without its full stop.
    var sentence: String

    /// The remedy, as one or more sentences; nil for none.
    var advice: String?

    /// The Varlink error that the daemon replied with; nil for none.
    var error: RemoteCause?

    /// The identifier of the failed call in the daemon's log; nil when it is unknown, or when no call failed.
    var requestID: String?

    init(_ exitStatus: Int32, _ sentence: String, advice: String? = nil) {
        self.exitStatus = exitStatus
        self.sentence = sentence
        self.advice = advice
    }

    /// Creates the failure of an invalid command line.
    init(_ error: CommandLineError) {
        self.init(EX_USAGE, error.message, advice: error.advice)
    }

    /// The sentence with the name of the error, then the advice and the request ID, each on a separate line.
    var description: String {
        sentence + (error.map { " [\($0.name)]" } ?? "") + (advice.map { ".\n\($0)" } ?? "")
            + (requestID.map { "\nRequest ID: \($0)\(logHint(for: $0))" } ?? "")
    }

    /// How to read the log entries of a call; empty for an error of the contract, which the daemon does not log.
    private func logHint(for requestID: String) -> String {
        error?.name == "io.trellis.Host.Failure" ? " (for its log entries: trellisctl log --request \(requestID))" : ""
    }

    /// The failure as JSON, for `--json`.
    var json: JSONObject {
        var object = JSONObject()
        if let error {
            object["error"] = .string(error.name)
            object["parameters"] = .object(error.parameters)
        }
        object["message"] = .string(sentence)
        object["advice"] = advice.map { .string($0) }
        object["requestID"] = requestID.map { .string($0) }
        object["exitStatus"] = .integer(Int64(exitStatus))
        return object
    }
}
