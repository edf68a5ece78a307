import Glibc

/// Reads and writes files.
enum TextFile {
    /// An error in reading or writing a file.
    struct Failure: Error, Equatable {
        /// The reason, such as the message of strerror(3).
        let reason: String
        /// Whether the file is readable and its content invalid.
        var isContent = false
    }

    /// Returns the text of a file.
    ///
    /// - Throws: `Failure` if the file can't be read or is not UTF-8.
    static func read(_ path: String) throws(Failure) -> String {
        guard let file = fopen(path, "rb") else { throw Failure(reason: systemReason()) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        guard ferror(file) == 0 else { throw Failure(reason: systemReason()) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(reason: "not UTF-8", isContent: true)
        }
        return text
    }

    /// Writes a text to a file.
    ///
    /// - Throws: `Failure` if the file can't be written.
    static func write(_ text: String, to path: String) throws(Failure) {
        guard let file = fopen(path, "wb") else { throw Failure(reason: systemReason()) }
        let bytes = Array(text.utf8)
        let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
        guard fclose(file) == 0, isWritten else { throw Failure(reason: systemReason()) }
    }

    /// Writes a text to an open descriptor, until an error occurs.
    static func print(_ text: String, to descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            // Safe: write() reads the given count of bytes and keeps no pointer to them.
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    private static func systemReason() -> String {
        String(cString: strerror(errno))
    }
}
