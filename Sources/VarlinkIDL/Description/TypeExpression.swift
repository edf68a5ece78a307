/// The type of a field or a parameter.
public indirect enum TypeExpression: Hashable, Sendable {
    /// `bool`: true or false.
    case bool
    /// `int`: a signed integer of 64 bits.
    case int
    /// `float`: an IEEE 754 double, neither NaN nor infinite.
    case float
    /// `string`: Unicode text.
    case string
    /// `object`: any JSON object.
    case object
    /// `any`: any JSON value except null. systemd supports it from version 260 on.
    case any
    /// A type that the same interface declares, by its unqualified name.
    case named(String)
    /// An anonymous structure or enumeration: `(name: type, …)` or `(name, …)`.
    case inline(InterfaceDescription.Definition)
    /// `[]T`: an array.
    case array(TypeExpression)
    /// `[string]T`: a map with strings as keys.
    case map(TypeExpression)
    /// `?T`: a value or null. An absent field is equivalent to null.
    case nullable(TypeExpression)

    /// The built-in types, by their keywords.
    static let builtins: [String: TypeExpression] = [
        "bool": .bool, "int": .int, "float": .float, "string": .string, "object": .object, "any": .any,
    ]

    /// The maximum nesting depth of arrays, maps, nullables and parentheses.
    ///
    /// The parser rejects deeper nesting, so that a description can't exhaust the stack. systemd has the same limit for
    /// parentheses (`DEPTH_MAX` in sd-varlink-idl.c).
    public static let maximumDepth = 64
}
