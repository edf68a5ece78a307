extension InterfaceDescription {
    /// A method: `method NAME(parameters) -> (reply)`.
    public struct Method: Hashable, Sendable {
        /// The bare name: an uppercase letter, then letters and digits.
        public var name: String

        /// The comment above the word `method`, without the notes that ``streaming`` and ``upgrading`` hold.
        public var documentation: Documentation

        /// Whether one call may have several replies.
        ///
        /// The language has no syntax for it. By systemd's convention it is a comment line of its own above the
        /// method, `[Supports 'more' flag]` or `[Requires 'more' flag]`; a line of
        /// ``InterfaceDescription/Method/documentation`` that says the same is read as this note after printing.
        public var streaming: Streaming

        /// Whether a call may take the connection over, from the notes `[Supports 'upgrade' flag]` and
        /// `[Requires 'upgrade' flag]`.
        public var upgrading: Upgrading

        /// What a call passes.
        public var parameters: [Field]

        /// What a reply carries.
        ///
        /// For a method with several replies: all fields of all of them, nullable where some
        /// reply lacks them.
        public var reply: [Field]

        /// Makes a method.
        ///
        /// - Parameters:
        ///   - name: The bare name.
        ///   - documentation: The comment above it; none by default.
        ///   - streaming: Whether one call may have several replies; never by default.
        ///   - upgrading: Whether a call may take the connection over; never by default.
        ///   - parameters: What a call passes; nothing by default.
        ///   - reply: What a reply carries; nothing by default.
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
