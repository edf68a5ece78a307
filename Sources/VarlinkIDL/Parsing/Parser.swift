/// A recursive-descent parser of interface descriptions, with one token of look-ahead.
struct Parser {
    private var scanner: Scanner
    private(set) var token: Token
    private(set) var positions: [NodePath: TextPosition] = [:]
    private var remarks: [LayoutRemark] = []

    /// The comments of the text up to the current token.
    private(set) var comments: [Comment]

    init(_ text: String) throws(InterfaceSyntaxError) {
        scanner = Scanner(text)
        token = try scanner.next()
        comments = token.comments
    }

    /// Returns remarks about the layout that other parsers reject.
    func layoutRemarks() -> [LayoutRemark] {
        var all = remarks
        if let position = scanner.firstForeignLineBreak {
            all.append(LayoutRemark(kind: .lineBreakNotLineFeed, position: position))
        }
        if let position = scanner.firstForeignSpace {
            all.append(LayoutRemark(kind: .unusualWhiteSpace, position: position))
        }
        return all
    }

    // MARK: - The interface and its members

    mutating func parseInterface() throws(InterfaceSyntaxError) -> InterfaceDescription {
        guard token.kind == .word("interface") else { throw unexpected("the keyword 'interface'") }
        let documentation = InterfaceDescription.Documentation(lines: takeDocumentation())
        try advance()
        let name = try parseName("the name of the interface", at: NodePath())
        var previous = name
        var members: [InterfaceDescription.Member] = []
        while token.kind != .end {
            guard token.followsLineBreak else {
                throw InterfaceSyntaxError(reason: .missingLineBreak(after: previous), position: token.position)
            }
            let member = try parseMember(at: NodePath([.member(members.count)]))
            previous = member.name
            members.append(member)
        }
        return InterfaceDescription(name: name, documentation: documentation, members: members)
    }

    private mutating func parseMember(at path: NodePath) throws(InterfaceSyntaxError) -> InterfaceDescription.Member {
        let lines = takeDocumentation()
        let documented = comments.indices.suffix(lines.count)
        let documentation = InterfaceDescription.Documentation(lines: lines)
        guard case .word(let keyword) = token.kind, ["type", "method", "error"].contains(keyword) else {
            throw unexpected("'type', 'method', 'error' or the end of the text")
        }
        try advance()
        switch keyword {
        case "type":
            let name = try parseName("the name of the type", at: path)
            let definition = try parseDefinition(at: path, depth: 0)
            return .type(.init(name: name, documentation: documentation, definition: definition))
        case "error":
            let name = try parseName("the name of the error", at: path)
            setDeclaration(.error(name), of: documented)
            let parameters = try parseFields(at: path, isInput: false, step: { .parameter($0) })
            return .error(.init(name: name, documentation: documentation, parameters: parameters))
        default:
            return .method(try parseMethod(documentation: lines, documented, at: path))
        }
    }

    private mutating func parseMethod(
        documentation: [String], _ documented: Range<Int>, at path: NodePath
    ) throws(InterfaceSyntaxError) -> InterfaceDescription.Method {
        let notes = MethodNotes(lines: documentation)
        let name = try parseName("the name of the method", at: path)
        setDeclaration(.method(name), of: documented)
        let parameters = try parseFields(at: path, isInput: true, step: { .parameter($0) })
        try expect(.arrow, "'->' and the reply")
        let reply = try parseFields(at: path, isInput: false, step: { .reply($0) })
        return InterfaceDescription.Method(
            name: name, documentation: .init(lines: notes.documentation), streaming: notes.streaming,
            upgrading: notes.upgrading, parameters: parameters, reply: reply)
    }

    /// Sets the declaration that comments document.
    mutating func setDeclaration(_ declaration: Comment.Declaration, of documented: Range<Int>) {
        for index in documented { comments[index].declaration = declaration }
    }

    // MARK: - Tokens

    /// Reads a word, which may violate the naming rules, and records its position.
    mutating func parseName(_ expected: String, at path: NodePath) throws(InterfaceSyntaxError) -> String {
        guard case .word(let name) = token.kind else { throw unexpected(expected) }
        note(path)
        try advance()
        return name
    }

    mutating func expect(_ kind: Token.Kind, _ expected: String) throws(InterfaceSyntaxError) {
        guard token.kind == kind else { throw unexpected(expected) }
        try advance()
    }

    /// Proceeds to the next token.
    ///
    /// A comment that is still unused precedes a token that can't have documentation. systemd's parser rejects such
    /// comments.
    mutating func advance() throws(InterfaceSyntaxError) {
        remarks += token.comments.map { LayoutRemark(kind: .misplacedComment, position: $0.position) }
        token = try scanner.next()
        comments += token.comments
    }

    /// Returns the comment lines above the current token, which begins a declaration, a field or a value.
    mutating func takeDocumentation() -> [String] {
        token.comments = []
        return token.documentation
    }

    /// Records the position of a part of the description: the position of the current token, or of an earlier token.
    mutating func note(_ path: NodePath, at earlier: Token? = nil) {
        positions[path] = (earlier ?? token).position
    }

    /// Records a remark about the layout at the current token.
    mutating func remark(_ kind: LayoutRemark.Kind) {
        remarks.append(LayoutRemark(kind: kind, position: token.position))
    }

    func unexpected(_ expected: String) -> InterfaceSyntaxError {
        InterfaceSyntaxError(
            reason: .unexpected(found: token.phrase, expected: expected), position: token.position)
    }
}
