public import VarlinkIDL

/// The contract of an interface: its name, its description and its methods.
///
/// The build tool plugin generates the contract from the interface description.
public struct VarlinkContract: Hashable, Sendable {
    /// A method of the interface.
    public struct Method: Hashable, Sendable {
        /// The unqualified name, such as `List`.
        public let name: String

        /// Whether a call may or must have several replies.
        public let streaming: Streaming

        /// Creates a method.
        public init(name: String, streaming: Streaming) {
            self.name = name
            self.streaming = streaming
        }
    }

    /// The name of the interface, such as `io.trellis.Items`.
    public let name: String

    /// The description of the interface, in the interface language.
    public let description: String

    /// The methods, in the order of the description.
    ///
    /// A call of any other method fails with `MethodNotFound`.
    public let methods: [Method]

    /// Creates a contract.
    public init(name: String, description: String, methods: [Method]) {
        self.name = name
        self.description = description
        self.methods = methods
    }

    /// Returns the method with an unqualified name; nil if the contract does not declare it.
    public func method(named name: String) -> Method? {
        methods.first { $0.name == name }
    }
}
