/// A type as it is written behind the name of a field.
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
    /// `any`: any JSON value but null. systemd's parser knows it since version 260.
    case any
    /// A type that the same interface declares, by its bare name.
    case named(String)
    /// A structure or an enumeration without a name: `(name: type, …)` or `(name, …)`.
    case inline(InterfaceDescription.Definition)
    /// `[]T`: values of one type in order.
    case array(TypeExpression)
    /// `[string]T`: values of one type by unique strings.
    case map(TypeExpression)
    /// `?T`: a value, or null, which is the same as a field that is absent.
    case nullable(TypeExpression)

    /// The types that the language names itself, by their keywords.
    static let builtins: [String: TypeExpression] = [
        "bool": .bool, "int": .int, "float": .float, "string": .string, "object": .object, "any": .any,
    ]

    /// How many types can stand inside each other, counting arrays, maps, nullables and parentheses.
    ///
    /// The parser refuses more, so that no description can exhaust the stack. systemd's limit on parentheses is the
    /// same (`DEPTH_MAX` in sd-varlink-idl.c).
    public static let maximumDepth = 64
}
