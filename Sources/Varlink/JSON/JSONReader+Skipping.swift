extension JSONReader {
    /// Skips the value at the current position.
    public mutating func skipValue() {
        var depth = 0
        repeat {
            switch bytes[position] {
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                position += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                position += 1
            case UInt8(ascii: "\""):
                skipString()
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
                position += 1
            default:
                skipWord()
            }
        } while depth > 0
    }

    /// Skips the value at the current position and returns its range.
    mutating func skipValueRange() -> Range<Int> {
        let start = position
        skipValue()
        return start..<position
    }

    private mutating func skipString() {
        position += 1
        while bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        position += 1
    }

    /// Skips a number, true, false or null.
    private mutating func skipWord() {
        while position < end {
            switch bytes[position] {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "E"),
                UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
                position += 1
            default: return
            }
        }
    }
}
