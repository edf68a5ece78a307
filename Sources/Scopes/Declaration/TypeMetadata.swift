/// The first words of the metadata of a type.
///
/// They answer questions about a type that casts and type names answer thousands of times slower. Source:
/// docs/ABI/TypeMetadata.rst and include/swift/ABI/MetadataKind.def of the Swift repository.
struct TypeMetadata {
    private let words: UnsafePointer<UInt>

    /// Finds the metadata of a type.
    init(of type: any Any.Type) {
        // A metatype is the address of the type's metadata. Safe: the metadata is constant, and never freed.
        words = unsafeBitCast(type, to: UnsafePointer<UInt>.self)
    }

    /// Whether the type is a protocol type, such as `any P` or `any P<Int>`.
    var isExistential: Bool { words[0] == 0x303 || words[0] == 0x307 }

    /// The identity of the declaration of a structure or an enumeration, which is the same for all arguments of a generic
    /// type; nil for any other type.
    var declaration: UInt? { (0x200...0x202).contains(words[0]) ? words[1] : nil }
}
