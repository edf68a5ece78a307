import CommandModel
import ContractCommands
import Varlink

/// A note on standard error about replies that come from a copy and may lack the newest changes.
///
/// A method serves such replies if it has an optional parameter `stale`, and its replies have an optional field `asOf`: the time as
/// of which the copy has every change. In the text format, the field is the note instead of a column.
struct StaleNote: Sendable {
    /// The fields of the replies that are not the note.
    let fields: [InterfaceDescription.Field]

    private let isSupported: Bool
    private let display: Display

    /// Creates the note of a method.
    ///
    /// - Parameters:
    ///   - method: The method that replies.
    ///   - display: The display, which determines the format of the time.
    init(of method: InterfaceDescription.Method, on display: Display) {
        isSupported =
            method.parameters.contains { $0.name == Self.parameter && $0.isOptional }
            && method.reply.contains { $0.name == Self.field && $0.isOptional }
        fields = isSupported ? method.reply.filter { $0.name != Self.field } : method.reply
        self.display = display
    }

    private static let parameter = "stale"
    private static let field = "asOf"

    /// Writes the note of a reply, if it has one.
    ///
    /// - Parameters:
    ///   - reply: The parameters of the reply.
    ///   - format: The format of the output. JSON contains the field itself.
    func write(for reply: JSONObject, format: OutputFormat) {
        guard isSupported, format == .people, let time = reply[Self.field]?.stringValue else { return }
        let text = (display.isTerminal ? TimeText.local(time) : nil) ?? time.escapingControlCharacters
        StandardError.write(line: "trellisctl: this is the copy of the host, which has every change until \(text)")
    }
}
