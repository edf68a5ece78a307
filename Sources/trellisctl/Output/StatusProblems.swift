import CommandModel
import HostInterface

/// The problems of the daemon and its plugins, as `trellisctl status` shows them.
struct StatusProblems {
    /// The maximum number of shown problems, so that the status fits a page.
    private static let maximumCount = 7

    private let problems: [HostContract.Problem]

    /// Takes the problems in the order of the daemon, the most severe first.
    init(_ problems: [HostContract.Problem]) {
        self.problems = problems
    }

    /// The lines: two for each problem, and an empty one at the end; none without problems.
    var lines: [String] {
        guard !problems.isEmpty else { return [] }
        let shown = problems.prefix(Self.maximumCount).flatMap { problem in
            let text = (problem.sentence + origin(of: problem)).escapingControlCharacters
            return [
                problem.state.map { Style.state(text, as: $0.rawValue) } ?? text,
                "    " + problem.remedy.escapingControlCharacters,
            ]
        }
        let hidden = problems.count - Self.maximumCount
        return shown + (hidden > 0 ? ["and \(hidden) more: 'trellisctl plugin list' shows them"] : []) + [""]
    }

    /// The operator who enabled the plugin, in parentheses; empty if the configuration did.
    private func origin(of problem: HostContract.Problem) -> String {
        problem.override.map { " (enabled by \($0.user))" } ?? ""
    }
}

extension HostContract.Problem {
    /// The problem as a sentence without its full stop: `movies is degraded: TMDB is unavailable`.
    var sentence: String {
        guard let plugin, let state else { return reason ?? "" }
        return "\(plugin) \(state.predicate(reason: reason))"
    }
}
