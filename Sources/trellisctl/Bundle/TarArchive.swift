import Glibc

/// An archive in the format ustar of POSIX (pax in "Shell & Utilities", section "ustar Interchange Format").
///
/// The files have mode 0600 and the owner root. With tar(1), extracted files belong to the user who extracts them.
struct TarArchive {
    private static let blockSize = 512

    /// The maximum length of a name in bytes.
    private static let maximumName = 100

    /// The maximum size of a file in bytes: 11 octal digits.
    private static let maximumSize = (1 << 33) - 1

    /// The time of the files, in seconds since 1970.
    private let time: Int
    private var bytes: [UInt8] = []

    /// Creates an archive without files.
    ///
    /// - Parameter time: The time of the files, in seconds since 1970.
    init(time: Int) {
        self.time = time
    }

    /// Adds a regular file.
    ///
    /// - Parameters:
    ///   - name: The path in the archive.
    ///   - contents: The bytes of the file.
    /// - Throws: ``CommandFailure`` (EX_SOFTWARE) when the format cannot represent the name or the size.
    mutating func append(_ name: String, _ contents: [UInt8]) throws {
        guard name.utf8.count <= Self.maximumName else {
            throw CommandFailure(
                EX_SOFTWARE, "the name \(name) has \(name.utf8.count) bytes; an archive allows \(Self.maximumName)")
        }
        guard contents.count <= Self.maximumSize else {
            throw CommandFailure(
                EX_SOFTWARE, "\(name) has \(contents.count) bytes; an archive allows \(Self.maximumSize)")
        }
        var header = Self.field(name, 100)
        header += Self.octal(0o600, 8) + Self.octal(0, 8) + Self.octal(0, 8)
        header += Self.octal(contents.count, 12) + Self.octal(time, 12)
        let checksumField = header.count..<header.count + 8
        // The checksum is computed with spaces in its field. The type of a regular file is 0.
        header += Self.field("        0", 8 + 1) + Self.field("", 100)
        header += Self.field("ustar", 6) + Self.field("00", 2) + Self.field("root", 32) + Self.field("root", 32)
        let checksum = header.reduce(0) { $0 + Int($1) }
        header.replaceSubrange(checksumField, with: Self.octal(checksum, 7) + [UInt8(ascii: " ")])
        bytes += Self.padded(header)
        bytes += Self.padded(contents)
    }

    /// The archive with its end: two blocks of zeros.
    var finished: [UInt8] { bytes + [UInt8](repeating: 0, count: 2 * Self.blockSize) }

    private static func field(_ text: String, _ size: Int) -> [UInt8] {
        Array(text.utf8) + [UInt8](repeating: 0, count: size - text.utf8.count)
    }

    /// Returns a number in octal digits, with a null character at the end.
    private static func octal(_ number: Int, _ size: Int) -> [UInt8] {
        let digits = String(number, radix: 8)
        return field(String(repeating: "0", count: max(0, size - 1 - digits.count)) + digits, size)
    }

    /// Returns bytes, filled with zeros to a multiple of the block size.
    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        let rest = bytes.count % blockSize
        return rest == 0 ? bytes : bytes + [UInt8](repeating: 0, count: blockSize - rest)
    }
}
