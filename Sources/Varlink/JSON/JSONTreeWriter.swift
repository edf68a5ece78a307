/// Writes a tree of JSON values without recursion, so that a deep tree cannot exhaust the stack.
enum JSONTreeWriter {
    /// The unwritten remainder of an array or object.
    private enum Rest {
        case elements(ArraySlice<JSONValue>)
        case members(ArraySlice<JSONObject.Member>)
    }

    static func write(_ value: JSONValue, to writer: inout JSONWriter) {
        var rests: [Rest] = []
        begin(value, &rests, &writer)
        while let rest = rests.popLast() {
            switch rest {
            case .elements(var elements):
                guard let element = elements.popFirst() else {
                    writer.endArray()
                    continue
                }
                rests.append(.elements(elements))
                begin(element, &rests, &writer)
            case .members(var members):
                guard let member = members.popFirst() else {
                    writer.endObject()
                    continue
                }
                rests.append(.members(members))
                writer.key(member.key)
                begin(member.value, &rests, &writer)
            }
        }
    }

    /// Writes a scalar, or the beginning of an array or object.
    private static func begin(_ value: JSONValue, _ rests: inout [Rest], _ writer: inout JSONWriter) {
        switch value {
        case .null: writer.null()
        case .bool(let value): writer.bool(value)
        case .integer(let value): writer.integer(value)
        case .unsigned(let value): writer.integer(value)
        case .number(let value): writer.double(value)
        case .string(let value): writer.string(value)
        case .array(let elements):
            writer.beginArray()
            rests.append(.elements(elements[...]))
        case .object(let object):
            writer.beginObject()
            rests.append(.members(object.members[...]))
        }
    }
}
