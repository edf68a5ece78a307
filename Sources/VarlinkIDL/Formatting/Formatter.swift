/// Formats a description as text.
///
/// A list is on one line if it fits and no entry has documentation. Otherwise each entry is on a separate line, indented by
/// two spaces. The fields of a declared structure are always on separate lines.
struct Formatter {
    private let width: Int
    private let plain = SingleLineFormatter(dropsDocumentation: false)
    private var text = ""
    private var column = 0
    private var indentation = 0

    init(width: Int) {
        self.width = width
    }

    /// Returns the text, with a line feed at its end.
    func format(_ description: InterfaceDescription) -> String {
        var formatter = self
        formatter.write(description.documentation)
        formatter.write("interface \(description.name)")
        formatter.breakLine()
        for member in description.members {
            formatter.breakLine()
            formatter.write(member)
            formatter.breakLine()
        }
        return formatter.text
    }

    private mutating func write(_ member: InterfaceDescription.Member) {
        write(member.documentation)
        switch member {
        case .type(let declaration):
            write("type \(declaration.name) ")
            switch declaration.definition {
            case .structure(let fields): writeList(fields, reserve: 0, onOneLine: fields.isEmpty)
            case .enumeration(let values): writeList(values, reserve: 0)
            }
        case .method(let method):
            for note in [method.streaming.note, method.upgrading.note] {
                if let note { write(InterfaceDescription.Documentation(note)) }
            }
            write("method \(method.name)")
            let reply = plain.list(method.reply).map { " -> \($0)".utf8.count }
            let parameters = plain.list(method.parameters)?.utf8.count ?? width
            // Both lists are on one line if they fit. Otherwise the parenthesis of the reply opens on the line on which
            // the parameters end.
            let fits = column + parameters + (reply ?? width) <= width
            writeList(method.parameters, reserve: fits ? 0 : " -> (".utf8.count)
            write(" -> ")
            writeList(method.reply, reserve: 0)
        case .error(let declaration):
            write("error \(declaration.name) ")
            writeList(declaration.parameters, reserve: 0)
        }
    }

    /// Writes a list.
    ///
    /// - Parameters:
    ///   - entries: The fields of a structure or the values of an enumeration.
    ///   - reserve: The number of bytes that must fit on the line after the closing parenthesis.
    ///   - onOneLine: Whether the list may be on one line.
    private mutating func writeList(_ entries: [some ListEntry], reserve: Int, onOneLine: Bool = true) {
        if onOneLine, let line = plain.list(entries) {
            if entries.isEmpty || column + line.utf8.count + reserve <= width { return write(line) }
        }
        write("(")
        breakLine()
        indentation += 2
        for (index, entry) in entries.enumerated() {
            let isLast = index == entries.count - 1
            write(entry.documentation)
            write(entry.name)
            if let type = entry.entryType {
                write(": ")
                write(type, reserve: isLast ? 0 : 1)
            }
            if !isLast { write(",") }
            breakLine()
        }
        indentation -= 2
        write(")")
    }

    private mutating func write(_ type: TypeExpression, reserve: Int) {
        switch type {
        case .array(let element):
            write("[]")
            write(element, reserve: reserve)
        case .map(let element):
            write("[string]")
            write(element, reserve: reserve)
        case .nullable(let element):
            write("?")
            write(element, reserve: reserve)
        case .inline(.structure(let fields)): writeList(fields, reserve: reserve)
        case .inline(.enumeration(let values)): writeList(values, reserve: reserve)
        default: write(type.description)
        }
    }

    private mutating func write(_ documentation: InterfaceDescription.Documentation) {
        for line in documentation.lines {
            write(line.isEmpty ? "#" : "# \(line)")
            breakLine()
        }
    }

    /// Writes text without line breaks.
    private mutating func write(_ string: String) {
        if column == 0 {
            text += String(repeating: " ", count: indentation)
            column = indentation
        }
        text += string
        column += string.utf8.count
    }

    private mutating func breakLine() {
        text += "\n"
        column = 0
    }
}

extension InterfaceDescription {
    /// Returns the description as text in a canonical layout, with a line feed at its end.
    ///
    /// If the description has no ``diagnostics()``, parsing the text returns an equal description. The layout is that of
    /// systemd and libvarlink: an indentation of two spaces, `type NAME (`, `method NAME(`, `error NAME (`, and a blank
    /// line between members. The notes on `more` and `upgrade` are directly above the method.
    ///
    /// - Parameter width: The maximum number of UTF-8 bytes of a line. Longer names and comments are not broken. Default:
    ///   80.
    /// - Returns: The text in the interface language.
    public func formatted(width: Int = 80) -> String {
        Formatter(width: width).format(self)
    }
}
