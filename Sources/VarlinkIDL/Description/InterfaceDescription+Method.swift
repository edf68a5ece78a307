extension InterfaceDescription {
    /// A method: `method NAME(parameters) -> (reply)`.
    public struct Method: Hashable, Sendable {
        /// The unqualified name: an uppercase letter, then letters and digits.
        public var name: String

        /// The comment above the keyword `method`, without the notes that ``streaming`` and ``upgrading`` represent.
        public var documentation: Documentation

        /// Whether one call may have several replies.
        ///
        /// The language has no syntax for this property. By systemd's convention, a separate comment line above the
        /// method states it: `[Supports 'more' flag]` or `[Requires 'more' flag]`. If a line of
        /// ``InterfaceDescription/Method/documentation`` has this text, it is parsed as the note after formatting.
        public var streaming: Streaming

        /// Whether a call may upgrade the connection, as stated by the notes `[Supports 'upgrade' flag]` and
        /// `[Requires 'upgrade' flag]`.
        public var upgrading: Upgrading

        /// The parameters of a call.
        public var parameters: [Field]

        /// The fields of a reply.
        ///
        /// For a method with several replies, these are the fields of all replies. A field that is missing in some replies is
        /// nullable.
        public var reply: [Field]

        /// Creates a method.
        ///
        /// - Parameters:
        ///   - name: The unqualified name, such as `Add`.
        ///   - documentation: The comment. Default: none.
        ///   - streaming: Whether one call may have several replies. Default: never.
        ///   - upgrading: Whether a call may upgrade the connection. Default: never.
        ///   - parameters: The parameters of a call. Default: none.
        ///   - reply: The fields of a reply. Default: none.
        public init(
            name: String,
            documentation: Documentation = Documentation(),
            streaming: Streaming = .never,
            upgrading: Upgrading = .never,
            parameters: [Field] = [],
            reply: [Field] = []
        ) {
            self.name = name
            self.documentation = documentation
            self.streaming = streaming
            self.upgrading = upgrading
            self.parameters = parameters
            self.reply = reply
        }
    }
}
