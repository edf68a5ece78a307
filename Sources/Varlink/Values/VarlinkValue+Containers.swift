extension Array: VarlinkValue where Element: VarlinkValue {
    /// Reads an array: `[]T`.
    public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        self.init()
        try reader.beginArray()
        while reader.nextElement() {
            do {
                let capacity = capacity
                append(try Element(from: &reader))
                if self.capacity != capacity {
                    let growth = (self.capacity - capacity) * MemoryLayout<Element>.stride
                    try reader.footprint.add(growth + (capacity == 0 ? JSONFootprint.object : 0))
                }
            } catch {
                throw error.inElement(String(count))
            }
        }
    }

    /// Writes an array.
    public func write(to writer: inout JSONWriter) {
        writer.beginArray()
        for element in self { element.write(to: &writer) }
        writer.endArray()
    }
}

extension Dictionary: VarlinkValue where Key == String, Value: VarlinkValue {
    /// Reads a map: `[string]T`.
    public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        self.init()
        try reader.beginObject()
        while let key = try reader.nextKey() {
            do {
                self[key] = .some(try Value(from: &reader))
                try reader.footprint.add(key)
                // A table with 3 keys has up to 8 slots; the first keys account for its header.
                try reader.footprint.add(3 * (MemoryLayout<String>.stride + MemoryLayout<Value>.stride) + 16)
            } catch {
                throw error.inElement(key)
            }
        }
    }

    /// Writes a map sorted by key, so that equal maps have equal encodings.
    public func write(to writer: inout JSONWriter) {
        writer.beginObject()
        for (key, value) in sorted(by: { $0.key < $1.key }) { writer.field(key, value) }
        writer.endObject()
    }
}

extension Optional: VarlinkValue where Wrapped: VarlinkValue {
    /// Reads a value or null: `?T` inside an array or a map.
    ///
    /// A field is read with ``JSONReader/optionalField(_:as:)``.
    public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        if reader.isNull {
            reader.skipValue()
            self = nil
        } else {
            self = try Wrapped(from: &reader)
        }
    }

    /// Writes the value or null.
    public func write(to writer: inout JSONWriter) {
        if let self { self.write(to: &writer) } else { writer.null() }
    }
}
