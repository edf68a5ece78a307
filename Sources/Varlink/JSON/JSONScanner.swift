/// Validates that bytes are one JSON value, without building a tree.
///
/// The readers check types only, because the scanner has validated the syntax. The scanner does not recurse, so
/// deeply nested input cannot exhaust the stack.
struct JSONScanner {
    /// The default maximum nesting depth of arrays and objects, the same as in systemd (`DEPTH_MAX` in sd-json.c).
    static let defaultMaximumDepth = 2048

    /// A duplicate key of an object, and whether that object is the outermost one.
    struct DuplicateKey {
        /// The offset of the opening quotation mark of the second occurrence.
        var offset: Int
        var isInOutermostObject: Bool
    }

    /// An array or object that has been entered and not left.
    private struct Container {
        var isObject: Bool
        /// The index of this object's first key in the list of keys.
        var firstKey: Int
    }

    let bytes: [UInt8]
    let maximumDepth: Int
    var position = 0
    var keys = JSONKeyList()
    private var containers: [Container] = []

    /// The first duplicate key of the outermost object; if that object has none, the first duplicate key of an inner
    /// object.
    private(set) var duplicateKey: DuplicateKey?

    init(_ bytes: [UInt8], maximumDepth: Int = defaultMaximumDepth) {
        self.bytes = bytes
        self.maximumDepth = maximumDepth
    }

    /// Scans all bytes.
    ///
    /// A duplicate key is stored in ``duplicateKey`` and not thrown, because its effect depends on its location.
    mutating func scan() throws(JSONSyntaxError) {
        skipWhitespace()
        repeat {
            try scanValueOrOpen()
        } while try scanToNextValue()
        skipWhitespace()
        if position < bytes.count { throw JSONSyntaxError(.trailingBytes, at: position) }
    }

    /// Reads the scalar at the current position.
    ///
    /// Enters the containers that begin before the scalar. An empty container is left open, at its closing bracket.
    private mutating func scanValueOrOpen() throws(JSONSyntaxError) {
        while true {
            switch try current() {
            case UInt8(ascii: "{"):
                try open(isObject: true)
                if try current() == UInt8(ascii: "}") { return }
                try scanKey()
            case UInt8(ascii: "["):
                try open(isObject: false)
                if try current() == UInt8(ascii: "]") { return }
            case UInt8(ascii: "\""):
                try scanString()
                return
            case UInt8(ascii: "t"): return try scanLiteral("true")
            case UInt8(ascii: "f"): return try scanLiteral("false")
            case UInt8(ascii: "n"): return try scanLiteral("null")
            default: return try scanNumber()
            }
        }
    }

    /// Closes the containers that end here, and moves past the comma to the next value.
    ///
    /// - Returns: Whether there is a next value; false when the outermost value has ended.
    private mutating func scanToNextValue() throws(JSONSyntaxError) -> Bool {
        while let container = containers.last {
            skipWhitespace()
            switch try current() {
            case UInt8(ascii: ","):
                position += 1
                skipWhitespace()
                if container.isObject { try scanKey() }
                return true
            case UInt8(ascii: "}") where container.isObject, UInt8(ascii: "]") where !container.isObject:
                close(container)
            case let byte:
                throw JSONSyntaxError(.unexpectedByte(byte), at: position)
            }
        }
        return false
    }

    private mutating func open(isObject: Bool) throws(JSONSyntaxError) {
        if containers.count == maximumDepth { throw JSONSyntaxError(.tooDeep(limit: maximumDepth), at: position) }
        containers.append(Container(isObject: isObject, firstKey: keys.count))
        position += 1
        skipWhitespace()
    }

    private mutating func close(_ container: Container) {
        position += 1
        containers.removeLast()
        guard container.isObject, let offset = keys.removeKeys(from: container.firstKey, of: bytes) else { return }
        let isInOutermostObject = containers.isEmpty
        if duplicateKey == nil || isInOutermostObject {
            duplicateKey = DuplicateKey(offset: offset, isInOutermostObject: isInOutermostObject)
        }
    }

    private mutating func scanKey() throws(JSONSyntaxError) {
        let byte = try current()
        if byte != UInt8(ascii: "\"") { throw JSONSyntaxError(.unexpectedByte(byte), at: position) }
        let start = position
        let hasEscapes = try scanString()
        keys.append(start: start, end: position, hasEscapes: hasEscapes, of: bytes)
        skipWhitespace()
        let separator = try current()
        if separator != UInt8(ascii: ":") { throw JSONSyntaxError(.unexpectedByte(separator), at: position) }
        position += 1
        skipWhitespace()
    }

    mutating func skipWhitespace() {
        while position < bytes.count {
            switch bytes[position] {
            case 0x20, 0x09, 0x0A, 0x0D: position += 1
            default: return
            }
        }
    }

    /// The byte at the current position.
    func current() throws(JSONSyntaxError) -> UInt8 {
        if position == bytes.count { throw JSONSyntaxError(.unexpectedEnd, at: position) }
        return bytes[position]
    }
}
