/// Makes keys of the bytes that a terminal sends: UTF-8, control characters, and the escape sequences of xterm and the
/// terminals that follow it ("XTerm Control Sequences", section "PC-Style Function Keys").
struct KeyReader {
    private static let escape: UInt8 = 0x1B
    private static let pasteEnd = Array("\u{1B}[201~".utf8)

    private var pending: [UInt8] = []

    /// Whether bytes of a key that is not whole wait for the rest: a lone Escape may be the start of a sequence.
    var isPending: Bool { !pending.isEmpty }

    /// Takes bytes.
    ///
    /// - Parameter bytes: What the terminal sent.
    /// - Returns: The keys that are whole.
    mutating func keys(of bytes: [UInt8]) -> [Key] {
        pending += bytes
        var keys: [Key] = []
        while let (key, length) = Self.first(of: pending) {
            pending.removeFirst(length)
            keys.append(key)
        }
        return keys
    }

    /// Gives up waiting: what is pending is a key by itself.
    mutating func flush() -> Key {
        defer { pending = [] }
        return pending == [Self.escape] ? .escape : .unknown
    }

    /// The first key of some bytes, and how many it takes; nil when it is not whole.
    private static func first(of bytes: [UInt8]) -> (Key, Int)? {
        guard let first = bytes.first else { return nil }
        switch first {
        case escape: return sequence(bytes)
        case 0x0D, 0x0A: return (.enter, 1)
        case 0x09: return (.tab, 1)
        case 0x08, 0x7F: return (.backspace, 1)
        case 0x00..<0x20: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
        default: return text(bytes)
        }
    }

    /// Text up to the next control character; a character that is cut off waits for its rest.
    private static func text(_ bytes: [UInt8]) -> (Key, Int)? {
        var end = bytes.firstIndex { $0 < 0x20 || $0 == 0x7F } ?? bytes.count
        if end == bytes.count, let start = bytes.lastIndex(where: { $0 & 0xC0 != 0x80 }) {
            let length = bytes[start] >= 0xF0 ? 4 : bytes[start] >= 0xE0 ? 3 : bytes[start] >= 0xC0 ? 2 : 1
            if start + length > end { end = start }
        }
        guard end > 0 else { return nil }
        return (.text(String(decoding: bytes[..<end], as: UTF8.self)), end)
    }

    private static func sequence(_ bytes: [UInt8]) -> (Key, Int)? {
        guard bytes.count > 1 else { return nil }
        switch bytes[1] {
        case UInt8(ascii: "["): return controlSequence(bytes)
        case UInt8(ascii: "O"):
            guard bytes.count > 2 else { return nil }
            return (cursorKey(bytes[2], isModified: false), 3)
        case 0x08, 0x7F: return (.alt("\u{7F}"), 2)
        case 0x21..<0x7F: return (.alt(Character(Unicode.Scalar(bytes[1]))), 2)
        default: return (.escape, 1)
        }
    }

    /// A control sequence: parameters, then a final byte (ECMA-48, section 5.4).
    private static func controlSequence(_ bytes: [UInt8]) -> (Key, Int)? {
        guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7E).contains($0) }) else {
            return bytes.count > 32 ? (.unknown, bytes.count) : nil
        }
        let parameters = String(decoding: bytes[2..<end], as: UTF8.self).split(separator: ";").map { Int($0) ?? 0 }
        let length = end + 1
        guard bytes[end] == UInt8(ascii: "~") else {
            return (cursorKey(bytes[end], isModified: (parameters.dropFirst().first ?? 1) > 1), length)
        }
        switch parameters.first {
        case 1, 7: return (.home, length)
        case 4, 8: return (.end, length)
        case 3: return (.delete, length)
        case 200: return paste(bytes, from: length)
        default: return (.unknown, length)
        }
    }

    private static func cursorKey(_ letter: UInt8, isModified: Bool) -> Key {
        switch letter {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): isModified ? .wordRight : .right
        case UInt8(ascii: "D"): isModified ? .wordLeft : .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        default: .unknown
        }
    }

    private static func paste(_ bytes: [UInt8], from start: Int) -> (Key, Int)? {
        guard bytes.count >= start + pasteEnd.count,
            let end = (start...bytes.count - pasteEnd.count).first(where: { bytes[$0...].starts(with: pasteEnd) })
        else { return nil }
        return (.paste(String(decoding: bytes[start..<end], as: UTF8.self)), end + pasteEnd.count)
    }
}
