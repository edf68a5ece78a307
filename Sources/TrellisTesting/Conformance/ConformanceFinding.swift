/// A violation that a check has found.
struct ConformanceFinding: Hashable {
    var problem: String
    var location: String
    var reason: String
    var advice: String

    init(_ problem: String, at location: String, because reason: String, advice: String) {
        (self.problem, self.location, self.reason, self.advice) = (problem, location, reason, advice)
    }
}

extension ConformanceFailure {
    /// Creates the failure of one check.
    init(plugin: String, _ found: [ConformanceFinding], by check: ConformanceCheck) {
        self.init(plugin: plugin, violations: [])
        add(found, by: check)
    }

    /// Adds what a check has found, unless another one has found the same problem.
    mutating func add(_ found: [ConformanceFinding], by check: ConformanceCheck) {
        for finding in found where !violations.contains(where: { $0.problem == finding.problem }) {
            violations.append(
                Violation(
                    check: check, problem: finding.problem, location: finding.location, reason: finding.reason,
                    advice: finding.advice))
        }
    }
}
