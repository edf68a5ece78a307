extension JSONReader {
    /// The path from the value that begins here to the key at an offset inside it, such as `item.tags[2].name`.
    consuming func path(to offset: Int) -> String {
        var path = ""
        while position < offset {
            switch kind {
            case .object:
                enterObject()
                while true {
                    skipWhitespace()
                    if bytes[position] == UInt8(ascii: ",") { position += 1 }
                    skipWhitespace()
                    let keyOffset = position
                    guard let key = memberKey() else { return path }
                    let isHere = keyOffset == offset
                    if isHere || contains(offset) {
                        path += path.isEmpty ? key : "." + key
                        if isHere { return path }
                        break
                    }
                    skipValue()
                }
            case .array:
                position += 1
                var index = 0
                while goToElement(), !contains(offset) {
                    skipValue()
                    index += 1
                }
                path += "[\(index)]"
            case .string, .number, .bool, .null:
                return path
            }
        }
        return path
    }

    /// Whether the offset is inside the value that begins here.
    private func contains(_ offset: Int) -> Bool {
        var copy = self
        return copy.skipValueRange().contains(offset)
    }
}
