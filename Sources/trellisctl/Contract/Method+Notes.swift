import Varlink

extension InterfaceDescription.Method {
    private static let roleNote = (start: "[Requires role '", end: "']")

    /// The role that the method asks for: what a line of its comment says, and `operate` where none does.
    var role: String {
        documentation.lines.first(where: Self.isRoleNote)
            .map { String($0.dropFirst(Self.roleNote.start.count).dropLast(Self.roleNote.end.count)) } ?? "operate"
    }

    /// What the method does, without the notes in its comment.
    var purpose: InterfaceDescription.Documentation {
        InterfaceDescription.Documentation(lines: documentation.lines.filter { !Self.isRoleNote($0) })
    }

    private static func isRoleNote(_ line: String) -> Bool {
        line.hasPrefix(roleNote.start) && line.hasSuffix(roleNote.end)
    }
}
