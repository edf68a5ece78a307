extension JSONReader {
    /// A position in an array, or in an object that has been entered.
    private enum Step {
        case element(Int)
        /// The member whose key begins at this offset.
        case member(key: Int)
    }

    /// Returns the path from the current value to a key inside it, such as `item.tags[2].name`.
    ///
    /// Scans the bytes before the key only once at any depth, because this function runs on an event loop.
    ///
    /// - Parameter offset: The offset of the key's opening quotation mark.
    /// - Returns: The keys, joined by dots, and array indices in brackets.
    consuming func path(to offset: Int) -> String {
        var steps: [Step] = []
        while position < offset {
            switch bytes[position] {
            case UInt8(ascii: "{"):
                position += 1
                // The first key of the object follows.
                steps.append(.member(key: position))
            case UInt8(ascii: "["):
                position += 1
                steps.append(.element(0))
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                position += 1
                steps.removeLast()
            case UInt8(ascii: ","):
                position += 1
                if case .element(let index)? = steps.last { steps[steps.count - 1] = .element(index + 1) }
            case UInt8(ascii: "\""):
                let start = position
                skipValue()
                skipWhitespace()
                if bytes[position] == UInt8(ascii: ":") { steps[steps.count - 1] = .member(key: start) }
            case UInt8(ascii: ":"), 0x20, 0x09, 0x0A, 0x0D:
                position += 1
            default:
                skipValue()
            }
        }
        steps[steps.count - 1] = .member(key: offset)
        return text(of: steps)
    }

    private consuming func text(of steps: [Step]) -> String {
        var path = ""
        for step in steps {
            switch step {
            case .element(let index): path += "[\(index)]"
            case .member(let key):
                position = key
                if !path.isEmpty { path += "." }
                path += readString()
            }
        }
        return path
    }
}
