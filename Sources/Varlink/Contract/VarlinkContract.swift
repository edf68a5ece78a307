public import VarlinkIDL

/// What a service announces of an interface, and what a client may check against.
///
/// Generated from the interface.
public struct VarlinkContract: Hashable, Sendable {
    /// A method of the interface.
    public struct Method: Hashable, Sendable {
        /// The bare name, such as `List`.
        public let name: String

        /// Whether a call of it may have several replies.
        public let streaming: Streaming

        /// Makes a method.
        public init(name: String, streaming: Streaming) {
            self.name = name
            self.streaming = streaming
        }
    }

    /// The name of the interface, such as `io.trellis.Items`.
    public let name: String

    /// The text of the interface, in the interface language.
    public let description: String

    /// The methods, in the order of the text.
    ///
    /// A call of any other is answered with `MethodNotFound`.
    public let methods: [Method]

    /// Makes a contract.
    public init(name: String, description: String, methods: [Method]) {
        self.name = name
        self.description = description
        self.methods = methods
    }

    /// The method of this bare name.
    public func method(named name: String) -> Method? {
        methods.first { $0.name == name }
    }
}
