/// A JSON object: members with distinct keys, in an order that is kept.
///
/// Two objects are equal when they have the same keys with equal values, whatever the order. Looking up a key goes
/// over the members one by one.
public struct JSONObject: Sendable {
    /// A key and its value.
    public struct Member: Hashable, Sendable {
        /// The key.
        public let key: String
        /// The value.
        public var value: JSONValue
    }

    /// The members, in order.
    public private(set) var members: [Member]

    /// An object without members.
    public init() {
        members = []
    }

    /// Takes members whose keys are known to be distinct.
    init(trusting members: [Member]) {
        self.members = members
    }

    /// The value of a key; nil when the object does not have it.
    ///
    /// Setting nil removes the member, setting a value for a new key appends one.
    public subscript(key: String) -> JSONValue? {
        get { members.first { $0.key == key }?.value }
        set {
            let index = members.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
        }
    }
}

extension JSONObject: Hashable {
    /// Whether both have the same keys with equal values.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members == right.members || left.sortedMembers == right.sortedMembers
    }

    /// Hashes the members, whatever their order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(sortedMembers)
    }

    private var sortedMembers: [Member] {
        members.sorted { $0.key < $1.key }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Makes an object from a literal.
    ///
    /// Of a key that is there twice, the last value counts.
    public init(dictionaryLiteral elements: (String, JSONValue)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
}

extension JSONObject: VarlinkValue {
    /// Reads any object.
    public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
        try reader.require(.object)
        self = try JSONValue(from: &reader).objectValue ?? JSONObject()
    }

    /// Writes the members in order.
    public func write(to writer: inout JSONWriter) {
        JSONTreeWriter.write(.object(self), to: &writer)
    }
}
