/// The header of a regular file in an archive of the format ustar (POSIX, pax in "Shell & Utilities", section "ustar
/// Interchange Format").
///
/// An archive is a sequence of files: a header, the contents, and zeros up to a multiple of ``blockSize``. It ends with
/// ``end``. The files have mode 0600 and the owner root; with tar(1), extracted files belong to the user who extracts them.
public struct TarHeader: Sendable, Hashable {
    /// The size of a block: 512 bytes.
    public static let blockSize = 512

    /// The end of an archive: two blocks of zeros.
    public static let end = [UInt8](repeating: 0, count: 2 * blockSize)

    /// The maximum length of a name in bytes.
    public static let maximumName = 100

    /// The maximum size of a file in bytes: 11 octal digits.
    public static let maximumSize = (1 << 33) - 1

    /// The latest time of a file, in seconds since 1970: 11 octal digits, in the year 2242.
    public static let maximumTime = (1 << 33) - 1

    /// The path in the archive.
    public let name: String

    /// The size of the contents in bytes.
    public let size: Int

    /// The time of the file, in seconds since 1970.
    public let time: Int

    /// Creates a header.
    ///
    /// - Parameters:
    ///   - name: The path in the archive.
    ///   - size: The size of the contents in bytes.
    ///   - time: The time of the file, in seconds since 1970. A time that the format cannot represent becomes the nearest one.
    /// - Throws: ``TarError`` when the format cannot represent the name or the size.
    public init(_ name: String, size: Int, time: Int) throws(TarError) {
        guard name.utf8.count <= Self.maximumName else {
            throw TarError("the name \(name) has \(name.utf8.count) bytes; an archive allows \(Self.maximumName)")
        }
        guard (0...Self.maximumSize).contains(size) else {
            throw TarError("\(name) has \(size) bytes; an archive allows 0 to \(Self.maximumSize)")
        }
        (self.name, self.size, self.time) = (name, size, min(max(time, 0), Self.maximumTime))
    }

    /// The number of zeros after the contents.
    public var paddingSize: Int { (Self.blockSize - size % Self.blockSize) % Self.blockSize }

    /// The block of the header.
    public var bytes: [UInt8] {
        var header = Self.field(name, 100)
        header += Self.octal(0o600, 8) + Self.octal(0, 8) + Self.octal(0, 8)
        header += Self.octal(size, 12) + Self.octal(time, 12)
        let checksumField = header.count..<header.count + 8
        // The checksum is computed with spaces in its field. The type of a regular file is 0.
        header += Self.field("        0", 8 + 1) + Self.field("", 100)
        header += Self.field("ustar", 6) + Self.field("00", 2) + Self.field("root", 32) + Self.field("root", 32)
        header.replaceSubrange(checksumField, with: Self.octal(Self.sum(header), 7) + [UInt8(ascii: " ")])
        return header + [UInt8](repeating: 0, count: Self.blockSize - header.count)
    }

    private static func field(_ text: String, _ size: Int) -> [UInt8] {
        Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
    }

    /// Returns a number in octal digits, with a null character at the end.
    private static func octal(_ number: Int, _ size: Int) -> [UInt8] {
        let digits = String(number, radix: 8)
        return field(String(repeating: "0", count: max(0, size - 1 - digits.count)) + digits, size)
    }

    private static func sum(_ bytes: [UInt8]) -> Int { bytes.reduce(0) { $0 + Int($1) } }
}

// MARK: - Reading

extension TarHeader {
    /// Reads the block of a header; nil if the block has only zeros, which ends an archive.
    ///
    /// - Parameter block: 512 bytes.
    /// - Throws: ``TarError`` when the block is damaged, or is the header of something else than a regular file.
    public init?(parsing block: [UInt8]) throws(TarError) {
        guard block.count == Self.blockSize else { throw TarError("the archive ends within a header") }
        if block.allSatisfy({ $0 == 0 }) { return nil }
        var summed = block
        summed.replaceSubrange(148..<156, with: [UInt8](repeating: UInt8(ascii: " "), count: 8))
        guard Self.number(block[148..<156]) == Self.sum(summed), block[257..<262].elementsEqual("ustar".utf8) else {
            throw TarError("a header is damaged, or the file is not an archive of the format ustar")
        }
        let name = String(decoding: block[0..<100].prefix { $0 != 0 }, as: UTF8.self)
        guard block[156] == UInt8(ascii: "0") || block[156] == 0 else {
            throw TarError("\(name) is not a regular file")
        }
        guard let size = Self.number(block[124..<136]), let time = Self.number(block[136..<148]) else {
            throw TarError("the header of \(name) is damaged")
        }
        try self.init(name, size: size, time: time)
    }

    private static func number(_ field: ArraySlice<UInt8>) -> Int? {
        let digits = field.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != 0 && $0 != UInt8(ascii: " ") }
        // `Int` would accept a sign.
        guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "7")).contains($0) }) else { return nil }
        return Int(String(decoding: digits, as: UTF8.self), radix: 8)
    }
}

/// The reason why an archive cannot be written or read.
public struct TarError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The sentence, without a full stop.
    public let description: String

    init(_ description: String) { self.description = description }
}
