import VarlinkIDL

/// Checks the parser of the interface language with arbitrary bytes.
public enum InterfaceCheck {
    /// Parses a text.
    ///
    /// A parsed interface is validated, printed and parsed again. Terminates the process when the result differs.
    public static func run(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        guard let parsed = try? ParsedInterface(text) else { return }
        if !parsed.diagnostics().isEmpty { return }
        for width in [1, 80] {
            let written = parsed.description.formatted(width: width)
            guard let again = try? ParsedInterface(written) else {
                preconditionFailure("The formatted text cannot be read.")
            }
            precondition(
                again.description == parsed.description, "Reading the formatted text gives another description.")
            precondition(again.diagnostics().isEmpty, "The formatted text has diagnostics.")
            precondition(
                again.description.formatted(width: width) == written, "It is written otherwise the second time.")
        }
    }
}
