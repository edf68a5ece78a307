/// A JSON object: an ordered list of members with distinct keys.
///
/// Two objects are equal when they have the same keys with equal values, in any order. Looking up a key is a linear
/// search.
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

    /// Creates an object from members whose keys are known to be distinct.
    init(trusting members: [Member]) {
        self.members = members
    }

    /// The value of a key; nil when the object does not have the key.
    ///
    /// Setting nil removes the member. Setting a value for a new key appends a member.
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
    /// Returns whether both objects have the same keys with equal values.
    public static func == (left: JSONObject, right: JSONObject) -> Bool {
        left.members == right.members || left.sortedMembers == right.sortedMembers
    }

    /// Hashes the members independently of their order.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(sortedMembers)
    }

    private var sortedMembers: [Member] {
        members.sorted { $0.key < $1.key }
    }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
    /// Creates an object from a literal.
    ///
    /// For a duplicate key, the last value is used.
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
