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
                preconditionFailure("What was written can't be read.")
            }
            precondition(again.description == parsed.description, "What was written is not what was read.")
            precondition(again.diagnostics().isEmpty, "What was written has faults.")
            precondition(
                again.description.formatted(width: width) == written, "It is written otherwise the second time.")
        }
    }
}
