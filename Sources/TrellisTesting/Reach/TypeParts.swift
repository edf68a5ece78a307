import Glibc
@_spi(Reflection) import Swift

/// The parts of a type that reflection shows.
///
/// Stored properties come from the reflection of the standard library, which skips the payloads of enumerations and the
/// arguments of generic types. Those are read from the metadata, whose layout is part of the ABI
/// (`docs/ABI/TypeMetadata.rst` of the compiler). The tests of this type fail if a new compiler changes either.
struct TypeParts {
    /// The kinds of types that a search treats differently.
    enum Kind {
        case object
        case structure
        case enumeration
        case tuple
        case closure
        case existential
        /// A metatype or a builtin type, which leads nowhere.
        case end
    }

    /// A stored property, an element of a tuple, or the payload of a case.
    struct Field {
        let name: String

        /// The type; nil for one that reflection does not show: any noncopyable type.
        let type: (any Any.Type)?
    }

    private let type: any Any.Type

    init(of type: any Any.Type) {
        self.type = type
    }

    var kind: Kind {
        if type is AnyClass { return .object }
        let word = metadata.load(as: UInt.self)
        // `_MetadataKind` lacks existential types with arguments: `any Sequence<Int>`.
        if word == 0x307 { return .existential }
        return switch _MetadataKind(rawValue: word) {
        case .struct: .structure
        case .enum, .optional: .enumeration
        case .tuple: .tuple
        case .function: .closure
        case .existential: .existential
        default: .end
        }
    }

    /// The fields of a structure, a tuple, an enumeration or a class, without those of a superclass.
    var fields: [Field] {
        switch kind {
        case .structure, .tuple: properties(of: type)
        case .object: Array(properties(of: type).dropFirst(superclass.map { properties(of: $0).count } ?? 0))
        case .enumeration: payloads
        case .closure, .existential, .end: []
        }
    }

    /// Whether a binding may have the type as its key, and a search would have to continue there.
    var isPossibleKey: Bool { kind != .closure && kind != .end }

    /// The superclass of a class; nil for a root class and for other types.
    var superclass: AnyClass? { (type as? AnyClass).flatMap { _getSuperclass($0) } }

    /// The stored properties, those of the superclass first.
    private func properties(of type: any Any.Type) -> [Field] {
        var found: [Field] = []
        let isObject = type is AnyClass
        // The option for classes. Its name, `classType`, is a variable, which Swift 6 rejects.
        _ = _forEachField(of: type, options: _EachFieldOptions(rawValue: isObject ? 1 : 0)) { name, _, type, _ in
            let name = String(cString: name)
            // The records of Swift 6.3 contain `()` in place of every noncopyable type. Only a class, an actor or a
            // noncopyable type can have such a property.
            let isHidden = isObject && type == Void.self
            if name != "$defaultActor" { found.append(Field(name: Self.declared(name), type: isHidden ? nil : type)) }
            return true
        }
        return found
    }

    /// Returns the name of a property as the source code has it, without the prefix of a lazy variable or a wrapper.
    private static func declared(_ name: String) -> String {
        for prefix in ["$__lazy_storage_$_", "_", "."] where name.hasPrefix(prefix) {
            return String(name.dropFirst(prefix.count))
        }
        return name
    }
}

extension TypeParts {
    /// The metadata of the type, which is never released.
    private var metadata: UnsafeRawPointer { unsafeBitCast(type, to: UnsafeRawPointer.self) }

    /// The descriptor of a structure or an enumeration, which the second word of its metadata references.
    private var descriptor: UnsafeRawPointer { metadata.load(fromByteOffset: 8, as: UnsafeRawPointer.self) }

    /// The arguments of a generic structure or enumeration, after the first two words of its metadata.
    private var argumentWords: UnsafeRawPointer { metadata + 16 }

    /// The types of the arguments of a generic structure or enumeration: `Value` of `Array<Value>`.
    ///
    /// The list is empty for a type with a parameter pack.
    var arguments: [any Any.Type] {
        guard kind == .structure || kind == .enumeration else { return [] }
        let flags = descriptor.load(as: UInt32.self)
        guard flags & 0x80 != 0 else { return [] }
        // Both descriptors have 28 bytes, which the header of the generic parameters follows: two relative references,
        // four counts, and a byte for each parameter.
        let header = descriptor + 28
        let count = Int(header.load(fromByteOffset: 8, as: UInt16.self))
        let parameters = (0..<count).map { header.load(fromByteOffset: 16 + $0, as: UInt8.self) }
        // The two upper bits mark a parameter with a word in the metadata. The others are its kind: 0 for a type, 1 for
        // a pack.
        if parameters.contains(where: { $0 & 0x3F == 1 }) { return [] }
        return parameters.filter { $0 & 0x80 != 0 }.enumerated().compactMap { index, parameter in
            parameter & 0x3F == 0 ? argumentWords.load(fromByteOffset: 8 * index, as: Any.Type.self) : nil
        }
    }

    /// The payloads of an enumeration, from its record for reflection.
    private var payloads: [Field] {
        guard let record = Self.target(of: descriptor + 16) else { return [Field(name: "case", type: nil)] }
        let size = Int(record.load(fromByteOffset: 10, as: UInt16.self))
        let count = Int(record.load(fromByteOffset: 12, as: UInt32.self))
        return (0..<count).compactMap { index in
            let entry = record + 16 + index * size
            guard let mangled = Self.target(of: entry + 4), let name = Self.target(of: entry + 8) else { return nil }
            let type = Self.typeByMangledName?(mangled, Self.length(of: mangled), descriptor, argumentWords)
            return Field(
                name: String(cString: name.assumingMemoryBound(to: CChar.self)),
                type: type.map { unsafeBitCast($0, to: Any.Type.self) })
        }
    }

    /// The function of the runtime that returns the type with a mangled name in the context of a generic type.
    ///
    /// Its parameters are the name, the length of the name, the descriptor of the context, and the generic arguments.
    /// It has the calling convention of Swift, which passes pointers and integers as C does. The compiler reserves the
    /// symbol, so that code can reference it only by name. It is nil in a program with a static standard library.
    private static let typeByMangledName: RuntimeFunction? = dlsym(nil, "swift_getTypeByMangledNameInContext").map {
        unsafeBitCast($0, to: RuntimeFunction.self)
    }

    private typealias RuntimeFunction =
        @convention(c) (UnsafeRawPointer, Int, UnsafeRawPointer, UnsafeRawPointer) -> UnsafeRawPointer?

    /// Returns the target of a relative reference, the distance from itself in 32 bits; nil for zero.
    private static func target(of reference: UnsafeRawPointer) -> UnsafeRawPointer? {
        let distance = Int(reference.load(as: Int32.self))
        return distance == 0 ? nil : reference + distance
    }

    /// Returns the length of a mangled name.
    ///
    /// The name ends with a zero, and may contain references, which may contain zeros.
    private static func length(of name: UnsafeRawPointer) -> Int {
        var length = 0
        while true {
            switch name.load(fromByteOffset: length, as: UInt8.self) {
            case 0: return length
            case 0x01...0x17: length += 5
            case 0x18...0x1F: length += 9
            default: length += 1
            }
        }
    }
}

/// The name of a type, as messages and paths show it.
struct TypeName: CustomStringConvertible {
    /// The name with its modules, without the contexts of local and private declarations.
    private let qualified: String
    /// Whether the type is a constrained existential type, whose name begins with `any`.
    private let isAny: Bool

    init(of type: any Any.Type) {
        isAny = TypeParts(of: type).kind == .existential && type != Any.self && type != AnyObject.self
        var name = _typeName(type, qualified: true)
        while let start = name.firstRange(of: "(unknown context at "),
            let end = name[start.upperBound...].firstRange(of: ").")
        {
            name.removeSubrange(start.lowerBound..<end.upperBound)
        }
        qualified = name
    }

    /// The modules of the type: those of all protocols of an existential type, otherwise the one that declares the
    /// type.
    var modules: [String] {
        qualified.split(separator: "&").map { part in
            var name = part.drop { $0 == " " }
            if name.hasPrefix("any ") { name = name.dropFirst(4) }
            if name.hasPrefix("(extension in ") { return String(name.dropFirst(14).prefix { $0 != ")" }) }
            return String(name.prefix { $0 != "." })
        }
    }

    /// The name without modules: `Outer.Inner<P>`, or `any P` for an existential type.
    var description: String {
        var text = isAny && !qualified.hasPrefix("any ") ? "any " : ""
        var path = Substring()
        // The name of an existential type with arguments contains the names of its associated types.
        var rest = qualified.replacing(#/\(extension in \w+\):|Self\.[\w.]+ == /#, with: "")[...]
        while let character = rest.first {
            path = rest.prefix { $0 == "." || $0 == "_" || $0.isLetter || $0.isNumber }
            // A path that begins with a dot continues a type: `Array<Int>.Index`.
            let module = path.first == "." ? nil : path.firstIndex(of: ".")
            text += module.map { path[path.index(after: $0)...] } ?? path
            rest = rest.dropFirst(path.count)
            if path.isEmpty {
                text.append(character)
                rest = rest.dropFirst()
            }
        }
        return text
    }
}
