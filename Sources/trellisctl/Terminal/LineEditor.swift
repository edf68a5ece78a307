/// Edits a line by the keys that people know from shells (those of Emacs), with a history to go back to.
///
/// It does no input and no output: keys go in, what to do comes out.
struct LineEditor: Sendable {
    /// What a key asks of whoever shows the line.
    enum Action: Equatable, Sendable {
        /// Show the line.
        case show

        /// The line is complete.
        case submit

        /// Forget the line.
        case interrupt

        /// There is no more input.
        case end

        /// Find what the word at the cursor may become.
        case complete

        /// Clear the screen, then show the line.
        case clearScreen

        /// Suspend the process, then show the line.
        case suspend

        /// Tell that the key did nothing.
        case bell
    }

    /// The line.
    var buffer = LineBuffer()

    /// What is searched for in the history, and where it was found.
    private(set) var search: HistorySearch?

    private let history: [String]
    /// The line of the history that is shown; its end is the new line.
    private var place: Int
    /// The new line, while one of the history is shown.
    private var draft = LineBuffer()
    /// What was cut last.
    private var cut = ""

    /// Begins a line.
    ///
    /// - Parameter history: The lines before it, the oldest first.
    init(history: [String] = []) {
        self.history = history
        place = history.count
    }

    /// Takes a key.
    ///
    /// - Parameter key: The key.
    /// - Returns: What to do.
    mutating func take(_ key: Key) -> Action {
        if search != nil, let action = takeSearching(key) { return action }
        switch key {
        case .text(let text), .paste(let text): return insert(text)
        case .enter: return .submit
        case .tab: return .complete
        case .backspace, .control("h"): return remove(buffer.cursor - 1..<buffer.cursor)
        case .delete: return remove(buffer.cursor..<buffer.cursor + 1)
        case .control("d"): return buffer.isEmpty ? .end : remove(buffer.cursor..<buffer.cursor + 1)
        case .left, .control("b"): return move(to: buffer.cursor - 1)
        case .right, .control("f"): return move(to: buffer.cursor + 1)
        case .wordLeft, .alt("b"): return move(to: buffer.wordStart)
        case .wordRight, .alt("f"): return move(to: buffer.wordEnd)
        case .home, .control("a"): return move(to: 0)
        case .end, .control("e"): return move(to: buffer.characters.count)
        case .up, .control("p"): return show(line: place - 1)
        case .down, .control("n"): return show(line: place + 1)
        case .control("k"): return cut(buffer.cursor..<buffer.characters.count)
        case .control("u"): return cut(0..<buffer.cursor)
        case .control("w"): return cut(buffer.blankStart..<buffer.cursor)
        case .alt("\u{7F}"): return cut(buffer.wordStart..<buffer.cursor)
        case .alt("d"): return cut(buffer.cursor..<buffer.wordEnd)
        case .control("y"): return insert(cut)
        case .control("t"): return buffer.transpose() ? .show : .bell
        case .control("c"): return .interrupt
        case .control("l"): return .clearScreen
        case .control("z"): return .suspend
        case .control("r"):
            search = HistorySearch(in: history)
            return .show
        case .control, .alt, .escape, .unknown: return .bell
        }
    }

    /// Takes a key while the history is searched.
    ///
    /// - Returns: What to do; nil when the key ends the search, and means what it means otherwise.
    private mutating func takeSearching(_ key: Key) -> Action? {
        let isFound: Bool
        switch key {
        case .text(let text), .paste(let text): isFound = search?.extend(by: text.withoutControlCharacters) ?? false
        case .backspace, .control("h"): isFound = search?.shorten() ?? false
        case .control("r"): isFound = search?.goOn() ?? false
        case .control("g"), .control("c"), .escape:
            search = nil
            return .show
        default:
            search = nil
            return nil
        }
        if let line = search?.line { buffer = LineBuffer(line) }
        return isFound ? .show : .bell
    }

    private mutating func insert(_ text: String) -> Action {
        let text = text.withoutControlCharacters
        guard !text.isEmpty else { return .bell }
        buffer.insert(text)
        return .show
    }

    private mutating func remove(_ range: Range<Int>) -> Action {
        guard range.lowerBound >= 0, range.upperBound <= buffer.characters.count else { return .bell }
        buffer.remove(range)
        return .show
    }

    private mutating func cut(_ range: Range<Int>) -> Action {
        guard !range.isEmpty else { return .bell }
        cut = buffer.remove(range)
        return .show
    }

    private mutating func move(to place: Int) -> Action {
        guard (0...buffer.characters.count).contains(place), place != buffer.cursor else { return .bell }
        buffer.move(to: place)
        return .show
    }

    private mutating func show(line: Int) -> Action {
        guard (0...history.count).contains(line) else { return .bell }
        if place == history.count { draft = buffer }
        place = line
        buffer = line == history.count ? draft : LineBuffer(history[line])
        return .show
    }
}

extension String {
    /// With line breaks and tabs as blanks, and without other control characters: what was pasted stays one line.
    fileprivate var withoutControlCharacters: String {
        var text = ""
        for scalar in unicodeScalars {
            if scalar == "\n" || scalar == "\t" {
                text.append(" ")
            } else if scalar.properties.generalCategory != .control {
                text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
