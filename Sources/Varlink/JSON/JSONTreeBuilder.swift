/// Builds the tree of a JSON value without recursion, so that deeply nested input cannot exhaust the stack.
struct JSONTreeBuilder {
    /// An array or object that has been entered and not left.
    private struct Container {
        let isObject: Bool
        var elements: [JSONValue] = []
        var members: [JSONObject.Member] = []
        /// The key of the value that is being read.
        var key = ""
    }

    private var containers: [Container] = []

    mutating func build(from reader: inout JSONReader) throws(VarlinkDecodingError) -> JSONValue {
        while true {
            var value: JSONValue
            switch reader.kind {
            case .object:
                reader.enterObject()
                containers.append(Container(isObject: true))
                if goToNext(in: &reader) { continue }
                value = close()
            case .array:
                reader.enterArray()
                containers.append(Container(isObject: false))
                if goToNext(in: &reader) { continue }
                value = close()
            default:
                do {
                    value = try JSONValue(scalarFrom: &reader)
                } catch {
                    throw located(error)
                }
            }
            var hasNext = false
            while !hasNext, !containers.isEmpty {
                try add(value, of: &reader)
                hasNext = goToNext(in: &reader)
                if !hasNext { value = close() }
            }
            if !hasNext { return value }
        }
    }

    /// Moves to the next value of the innermost container.
    ///
    /// - Returns: Whether there is a next value. If not, the container has been consumed.
    private mutating func goToNext(in reader: inout JSONReader) -> Bool {
        let last = containers.count - 1
        guard containers[last].isObject else { return reader.goToElement() }
        guard let key = reader.memberKey() else { return false }
        containers[last].key = key
        return true
    }

    private mutating func add(_ value: JSONValue, of reader: inout JSONReader) throws(VarlinkDecodingError) {
        let last = containers.count - 1
        do {
            // Counts the box of the value, and the value's share of an array that doubles its capacity when full.
            if containers[last].isObject {
                try reader.footprint.add(JSONFootprint.object + 2 * MemoryLayout<JSONObject.Member>.stride)
                try reader.footprint.add(containers[last].key)
            } else {
                try reader.footprint.add(JSONFootprint.object + 2 * MemoryLayout<JSONValue>.stride)
            }
        } catch {
            throw located(error)
        }
        if containers[last].isObject {
            containers[last].members.append(JSONObject.Member(key: containers[last].key, value: value))
        } else {
            containers[last].elements.append(value)
        }
    }

    private mutating func close() -> JSONValue {
        let container = containers.removeLast()
        return container.isObject ? .object(JSONObject(trusting: container.members)) : .array(container.elements)
    }

    /// The error with the path of the value that is being read.
    private func located(_ error: VarlinkDecodingError) -> VarlinkDecodingError {
        containers.reversed().reduce(error) { error, container in
            container.isObject ? error.inField(container.key) : error.inElement(String(container.elements.count))
        }
    }
}

extension JSONValue {
    /// Reads a value that is neither an array nor an object.
    fileprivate init(scalarFrom reader: inout JSONReader) throws(VarlinkDecodingError) {
        switch reader.kind {
        case .bool: self = .bool(try reader.bool())
        case .string: self = .string(try reader.string())
        case .null, .array, .object:
            reader.skipValue()
            self = .null
        case .number:
            let (text, isInteger) = reader.numberText()
            if isInteger, let value = Int64(text) {
                self = .integer(value)
            } else if isInteger, let value = UInt64(text) {
                self = .unsigned(value)
            } else if let value = Double(text), value.isFinite {
                self = .number(value)
            } else {
                throw VarlinkDecodingError(.outOfRange(text))
            }
        }
    }
}
