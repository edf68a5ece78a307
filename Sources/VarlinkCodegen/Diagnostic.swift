import VarlinkIDL

/// Something to say about an input file, as compilers print it.
struct Diagnostic: Equatable, CustomStringConvertible {
    enum Severity: String {
        /// The file can't be used.
        case error
        /// The file can be used.
        case warning
    }

    let file: String
    let position: TextPosition
    let severity: Severity
    let message: String

    /// `FILE:LINE:COLUMN: error: MESSAGE`, which SwiftPM and editors understand.
    var description: String { "\(file):\(position): \(severity.rawValue): \(message)" }
}

/// What is wrong with an input file.
struct InvalidInput: Error, Equatable {
    let diagnostics: [Diagnostic]
}
