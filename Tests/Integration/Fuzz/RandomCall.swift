import Foundation
import TrellisTesting
import VarlinkIDL

/// Calls of the methods of contracts, with values that their types permit, at the ends of their ranges, and with others.
struct RandomCall {
    /// A method of an interface.
    struct Method {
        let interface: InterfaceDescription
        let method: InterfaceDescription.Method
    }

    /// The text of the call.
    let text: String

    /// The name of the method, with its interface.
    let name: String

    /// Whether the call may have several replies, or none for a long time.
    let isStream: Bool

    /// Creates a call.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - integer: The value of every integer, in a call with all parameters and values of their types; nil for random ones.
    ///     Default: nil.
    ///   - known: Strings of earlier replies, such as identifiers.
    ///   - generator: The source of the random numbers.
    init(
        of method: Method, withIntegers integer: String? = nil, known: [String], using generator: inout SeededGenerator
    ) {
        var values = RandomValues(
            interface: method.interface, integer: integer, known: known, generator: generator)
        var fields = values.fields(method.method.parameters)
        if integer == nil, values.happens(1, of: 30) { fields.append(#""unknown":1"#) }
        let isUnusual = integer == nil && values.happens(1, of: 20)
        let hasMore = isUnusual == (method.method.streaming == .never)
        name = "\(method.interface.name).\(method.method.name)"
        isStream = hasMore
        let more = hasMore ? #","more":true"# : ""
        text = #"{"method":"\#(name)","parameters":{\#(fields.joined(separator: ","))}\#(more)}"#
        generator = values.generator
    }
}

/// Random values of the types of an interface, as JSON.
private struct RandomValues {
    let interface: InterfaceDescription
    let integer: String?
    let known: [String]
    var generator: SeededGenerator
    private var depth = 0

    init(interface: InterfaceDescription, integer: String?, known: [String], generator: SeededGenerator) {
        (self.interface, self.integer, self.known, self.generator) = (interface, integer, known, generator)
    }

    /// Whether something happens that has a probability.
    mutating func happens(_ number: Int, of total: Int) -> Bool {
        Int.random(in: 0..<total, using: &generator) < number
    }

    /// Fields with values; some optional ones are absent.
    mutating func fields(_ fields: [InterfaceDescription.Field]) -> [String] {
        fields.compactMap { field in
            if integer == nil, case .nullable = field.type, happens(2, of: 5) { return nil }
            return #""\#(field.name)":\#(value(of: field.type))"#
        }
    }

    private mutating func value(of type: TypeExpression) -> String {
        if integer == nil, happens(1, of: 12) { return choice(Self.anything) }
        depth += 1
        defer { depth -= 1 }
        switch type {
        case .bool: return choice(["true", "false"])
        case .int: return integer ?? choice(Self.integers)
        case .float: return choice(Self.numbers)
        case .string: return string()
        case .object: return choice(["{}", #"{"a":{"b":[1,null]}}"#])
        case .any: return choice(Self.anything)
        case .named(let name): return interface.type(named: name).map { value(of: $0.definition) } ?? "{}"
        case .inline(let definition): return value(of: definition)
        case .array(let element):
            let count = depth > 6 ? 0 : choice([0, 1, 2, 3, 50])
            return "[\((0..<count).map { _ in value(of: element) }.joined(separator: ","))]"
        case .map(let element): return depth > 6 ? "{}" : "{\(string()):\(value(of: element))}"
        case .nullable(let wrapped):
            return integer == nil && happens(1, of: 3) ? "null" : value(of: wrapped)
        }
    }

    private mutating func value(of definition: InterfaceDescription.Definition) -> String {
        switch definition {
        case .structure(let fields): "{\(self.fields(fields).joined(separator: ","))}"
        case .enumeration(let values): #""\#(choice(values).name)""#
        }
    }

    private mutating func string() -> String {
        if !known.isEmpty, happens(1, of: 2) { return #""\#(choice(known))""# }
        return choice(Self.strings)
    }

    private mutating func choice<Value>(_ values: [Value]) -> Value {
        values[Int.random(in: values.indices, using: &generator)]
    }

    private static let integers = [
        "0", "1", "-1", "2", "3", "20", "100", "1000", "2147483648", "-2147483648", "9007199254740993",
        "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1000000000000000000000000000000",
    ]

    private static let numbers = ["0", "1.5", "-1e308", "1e308", "5e-324", "9223372036854775808", "1e400"]

    private static let strings =
        [
            "x", "", "1", "../..", "/", String(repeating: "a", count: 1_024), #"\u0001"#, #"é\u202e"#, "-",
            "*",
            "%", "'; DROP TABLE item; --", "octocat/hello", "1970-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z",
            "-0001-01-01T00:00:00Z", "99999999999999999999", "items", "movies", "issues", "search", "summaries",
            "digest",
            "trellisd", "debug", "io.trellis.Items",
        ].map { #""\#($0)""# }

    private static let anything = [
        "null", "true", "1", "-1", "1.5", #""s""#, "[]", "{}", "[[[]]]", #"{"a":{"b":1}}"#,
        #""\#(String(repeating: "a", count: 10_000))""#,
    ]
}
