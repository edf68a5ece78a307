import VarlinkIDL

/// Tries any bytes as the text of an interface.
public enum InterfaceCheck {
    /// Reads a text.
    ///
    /// What is read is checked, written, and read again as the same.
    ///
    /// Ends the process when it is not.
    public static func run(_ input: [UInt8]) {
        let text = String(decoding: input, as: UTF8.self)
        guard let parsed = try? ParsedInterface(text) else { return }
        _ = parsed.portabilityWarnings()
        if !parsed.faults().isEmpty { return }
        for width in [1, 80] {
            let written = parsed.description.formatted(width: width)
            guard let again = try? ParsedInterface(written) else {
                preconditionFailure("What was written can't be read.")
            }
            precondition(again.description == parsed.description, "What was written is not what was read.")
            precondition(again.faults().isEmpty, "What was written has faults.")
            precondition(
                again.description.formatted(width: width) == written, "It is written otherwise the second time.")
        }
    }
}
