import Subprocess

extension TerminationStatus {
    /// The status for a message, after the name of the program: `exited with status 1`, `was ended by signal 9`.
    var phrase: String {
        switch self {
        case .exited(let status): "exited with status \(status)"
        case .signaled(let number): "was ended by signal \(number)"
        }
    }
}
