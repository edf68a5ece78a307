import VarlinkIDL

/// A message about an input file, in the form that compilers print.
struct Diagnostic: Equatable, CustomStringConvertible {
    enum Severity: String {
        /// The file is invalid.
        case error
        /// The file is valid.
        case warning
    }

    let file: String
    let position: TextPosition
    let severity: Severity
    let message: String

    /// `FILE:LINE:COLUMN: error: MESSAGE`, which SwiftPM and editors recognize.
    var description: String { "\(file):\(position): \(severity.rawValue): \(message)" }
}

/// The error of an invalid input file.
struct InvalidInput: Error, Equatable {
    let diagnostics: [Diagnostic]
}
