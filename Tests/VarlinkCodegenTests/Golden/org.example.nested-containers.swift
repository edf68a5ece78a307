// Generated from org.example.nested-containers.varlink. Do not edit: change the interface and build again.

public import Varlink

/// The interface `org.example.nested-containers`.
public enum NestedContainersContract {
    /// The description of the interface, which a server publishes and a client may compare.
    public static let contract = VarlinkContract(
        name: "org.example.nested-containers",
        description: #"""
            interface org.example.nested-containers

            type Holder (
              matrix: [][]int,
              tables: [][string]string,
              lists: [string][]bool,
              maps: [string][string]float,
              deep: ?[]?[string]?[]any
            )

            """#,
        methods: [])

    /// The type `Holder`.
    public struct Holder: VarlinkValue, Hashable {
        /// The field `matrix: [][]int`.
        public var matrix: [[Int]]
        /// The field `tables: [][string]string`.
        public var tables: [[String: String]]
        /// The field `lists: [string][]bool`.
        public var lists: [String: [Bool]]
        /// The field `maps: [string][string]float`.
        public var maps: [String: [String: Double]]
        /// The field `deep: ?[]?[string]?[]any`.
        public var deep: [[String: [JSONValue]?]?]?

        /// Creates a value from its fields.
        public init(
            matrix: [[Int]],
            tables: [[String: String]],
            lists: [String: [Bool]],
            maps: [String: [String: Double]],
            deep: [[String: [JSONValue]?]?]? = nil
        ) {
            self.matrix = matrix
            self.tables = tables
            self.lists = lists
            self.maps = maps
            self.deep = deep
        }

        /// Decodes the value from JSON.
        public init(from reader: inout JSONReader) throws(VarlinkDecodingError) {
            var matrix: [[Int]]?
            var tables: [[String: String]]?
            var lists: [String: [Bool]]?
            var maps: [String: [String: Double]]?
            var deep: [[String: [JSONValue]?]?]?
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "matrix":
                    matrix = try reader.field("matrix", as: [[Int]].self)
                case "tables":
                    tables = try reader.field("tables", as: [[String: String]].self)
                case "lists":
                    lists = try reader.field("lists", as: [String: [Bool]].self)
                case "maps":
                    maps = try reader.field("maps", as: [String: [String: Double]].self)
                case "deep":
                    deep = try reader.optionalField("deep", as: [[String: [JSONValue]?]?].self)
                default:
                    try reader.unknownField(key)
                }
            }
            self.matrix = try reader.require(matrix, "matrix")
            self.tables = try reader.require(tables, "tables")
            self.lists = try reader.require(lists, "lists")
            self.maps = try reader.require(maps, "maps")
            self.deep = deep
        }

        /// Encodes the value as JSON.
        public func write(to writer: inout JSONWriter) {
            writer.beginObject()
            writer.field("matrix", matrix)
            writer.field("tables", tables)
            writer.field("lists", lists)
            writer.field("maps", maps)
            writer.optionalField("deep", deep)
            writer.endObject()
        }
    }
}

/// An implementation of `org.example.nested-containers`, with a function for each method.
public protocol NestedContainersService: VarlinkInterface {}

extension NestedContainersService {
    /// The contract of `org.example.nested-containers`.
    public static var contract: VarlinkContract { NestedContainersContract.contract }

    /// Calls the function of the called method, and replies with its result.
    ///
    /// - Parameter call: The call, with its parameters as JSON.
    /// - Throws: `ServiceError` if the call violates the contract, or an error of the function.
    public func handle(_ call: ServerCall) async throws {
        throw ServiceError.methodNotFound(method: call.qualifiedMethod)
    }
}

/// A client of `org.example.nested-containers`.
public struct NestedContainersClient: Sendable {
    /// The connection or the router that performs the calls.
    public let caller: any VarlinkCaller

    /// Creates a client.
    ///
    /// - Parameter caller: The connection or the router that performs the calls.
    public init(_ caller: any VarlinkCaller) {
        self.caller = caller
    }
}
