/// The result of a check.
struct Finding: Sendable, Equatable {
    /// The verdict of a check, from the best to the worst.
    enum Verdict: String, Sendable, Comparable, CaseIterable {
        /// The check found no problem.
        case ok

        /// The check does not apply to this daemon, or requires rights that the user lacks.
        case notAvailable = "not available"

        /// A problem that does not prevent the daemon from working.
        case warning

        /// The check itself failed.
        case crashed

        /// A problem that prevents the daemon, or this user, from working.
        case failure

        static func < (left: Verdict, right: Verdict) -> Bool {
            guard let left = allCases.firstIndex(of: left), let right = allCases.firstIndex(of: right) else {
                return false
            }
            return left < right
        }
    }

    /// The verdict.
    var verdict: Verdict

    /// The result in words, as a sentence without its full stop.
    var message: String

    /// The remedy, as a sentence; nil for a check without a problem.
    var remedy: String?

    /// The commands of the remedy, in the order in which root runs them.
    var commands: [String] = []

    static func ok(_ message: String) -> Finding { Finding(verdict: .ok, message: message) }

    static func notAvailable(_ message: String) -> Finding { Finding(verdict: .notAvailable, message: message) }

    static func warning(_ message: String, _ remedy: String, commands: [String] = []) -> Finding {
        Finding(verdict: .warning, message: message, remedy: remedy, commands: commands)
    }

    static func failure(_ message: String, _ remedy: String, commands: [String] = []) -> Finding {
        Finding(verdict: .failure, message: message, remedy: remedy, commands: commands)
    }
}

extension Finding {
    /// The finding of a check that inspects a unit when systemd does not manage the daemon.
    static let withoutSystemd = notAvailable("systemd does not manage this daemon")
}
