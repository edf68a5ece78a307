/// A line while it is edited: its characters, and the place of the cursor among them.
struct LineBuffer: Equatable, Sendable {
    /// The characters of the line.
    private(set) var characters: [Character] = []

    /// How many characters stand before the cursor.
    private(set) var cursor = 0

    /// Creates a line with the cursor at its end.
    init(_ text: String = "") {
        characters = Array(text)
        cursor = characters.count
    }

    /// The line.
    var text: String { String(characters) }

    /// What stands before the cursor.
    var textBeforeCursor: String { String(characters[..<cursor]) }

    /// Whether there are no characters.
    var isEmpty: Bool { characters.isEmpty }

    /// Puts a text in at the cursor.
    mutating func insert(_ text: String) {
        // Counted anew: a sign that joins the character before it makes no character of its own.
        let before = textBeforeCursor + text
        characters = Array(before + String(characters[cursor...]))
        cursor = min(Array(before).count, characters.count)
    }

    /// Takes out the characters of a range, and puts the cursor where they were.
    ///
    /// - Returns: What was taken out.
    @discardableResult
    mutating func remove(_ range: Range<Int>) -> String {
        let removed = String(characters[range])
        characters.removeSubrange(range)
        cursor = range.lowerBound
        return removed
    }

    /// Puts the cursor somewhere; a place outside the line is the nearest in it.
    mutating func move(to place: Int) {
        cursor = min(max(0, place), characters.count)
    }

    /// Where the word starts that the cursor is in or behind.
    ///
    /// A word is letters and digits.
    var wordStart: Int {
        var place = cursor
        while place > 0, !characters[place - 1].isOfWord { place -= 1 }
        while place > 0, characters[place - 1].isOfWord { place -= 1 }
        return place
    }

    /// Where the word ends that the cursor is in or before.
    var wordEnd: Int {
        var place = cursor
        while place < characters.count, !characters[place].isOfWord { place += 1 }
        while place < characters.count, characters[place].isOfWord { place += 1 }
        return place
    }

    /// Where the text between blanks starts that the cursor is in or behind.
    var blankStart: Int {
        var place = cursor
        while place > 0, characters[place - 1].isWhitespace { place -= 1 }
        while place > 0, !characters[place - 1].isWhitespace { place -= 1 }
        return place
    }

    /// Swaps the character before the cursor with the one at it, and moves on; at the end of the line the last two.
    ///
    /// - Returns: Whether there were two.
    mutating func transpose() -> Bool {
        guard characters.count > 1, cursor > 0 else { return false }
        if cursor == characters.count { cursor -= 1 }
        characters.swapAt(cursor - 1, cursor)
        cursor += 1
        return true
    }
}

extension Character {
    fileprivate var isOfWord: Bool { isLetter || isNumber }
}
