// Generated from org.example.self-through-containers.varlink. Do not edit: change the interface and build again.

public import Varlink

/// Arrays and maps of the type itself need no separate storage.
public enum SelfThroughContainersContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.self-through-containers",
        description: #"""
            # Arrays and maps of the type itself need no separate storage.
            interface org.example.self-through-containers

            type Tree (
              children: []Tree,
              named: ?[string]Tree
            )

            """#,
        methods: [])

    /// The type `Tree`.
    public struct Tree: VarlinkValue, Hashable {
        /// The field `children: []Tree`.
        public var children: [Tree]
        /// The field `named: ?[string]Tree`.
        public var named: [String: Tree]?

        /// Creates a value from its fields.
        public init(children: [Tree], named: [String: Tree]? = nil) {
            self.children = children
            self.named = named
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var children: [Tree]?
            var named: [String: Tree]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "children":
                    children = try reader.field("children", as: [Tree].self)
                case "named":
                    named = try reader.optionalField("named", as: [String: Tree].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.children = try reader.require(children, "children")
            self.named = named
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("children", children)
            writer.optionalField("named", named)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.self-through-containers`, with a function for each method.
public protocol SelfThroughContainersService: VarlinkInterface {}

extension SelfThroughContainersService {
    /// The contract of `org.example.self-through-containers`.
    public static var contract: VarlinkContract { SelfThroughContainersContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.self-through-containers`.
public struct SelfThroughContainersClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
