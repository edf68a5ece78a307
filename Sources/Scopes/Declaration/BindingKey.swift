/// The type by which a binding is requested.
///
/// Two keys are equal when their types are the same type. A protocol is written `(any P).self`; a type
/// and its optional are different keys.
public struct BindingKey: Hashable, Sendable {
    /// The type that an initializer names to request the binding.
    public let type: any Any.Type

    /// The name, for a key of a dynamic binding.
    let name: String?

    /// The number of decorators between the binding and its requesters: 0 for the outermost binding.
    let layer: Int

    /// Creates the key for a type.
    ///
    /// - Parameter type: The type that initializers name, for example `(any ItemStore).self`.
    public init<T>(_ type: T.Type) {
        self.init(of: type)
    }

    init(of type: any Any.Type, name: String? = nil, layer: Int = 0) {
        self.type = type
        self.name = name
        self.layer = layer
    }

    /// Returns the key of a binding that decorators wrap.
    func beneath(_ layer: Int) -> BindingKey {
        BindingKey(of: type, name: name, layer: layer)
    }

    /// Returns a Boolean value that indicates whether two keys name the same type.
    public static func == (left: BindingKey, right: BindingKey) -> Bool {
        left.type == right.type && left.layer == right.layer && left.name == right.name
    }

    /// Hashes the identity of the type.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(type))
        if layer != 0 { hasher.combine(layer) }
        if let name { hasher.combine(name) }
    }
}

extension BindingKey: CustomStringConvertible {
    /// The name of the type without its module, for example `ItemStore`.
    public var description: String {
        let shown = name ?? _typeName(type, qualified: false)
        return layer == 0 ? shown : "\(shown) beneath its decorators"
    }
}

/// The source location of a declaration.
public struct BindingLocation: Hashable, Sendable, Encodable, CustomStringConvertible {
    /// The file, in the form of `#fileID`: the module, a slash, the name of the file.
    public let file: String

    /// The line in the file, counted from 1.
    public let line: Int

    /// Creates a location.
    ///
    /// The methods of ``Blueprint`` pass `#fileID` and `#line` of their caller.
    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    /// The location in the form `Module/File.swift:12`.
    public var description: String {
        "\(file):\(line)"
    }
}
