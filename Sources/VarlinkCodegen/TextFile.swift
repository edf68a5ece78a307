import Glibc

/// Reads and writes whole files.
enum TextFile {
    /// A file that can't be read or written.
    struct Fault: Error, Equatable {
        /// Why, in the system's words.
        let reason: String
    }

    /// The text of a file.
    ///
    /// - Throws: `Fault` where the file can't be read, or is not UTF-8.
    static func read(_ path: String) throws(Fault) -> String {
        guard let file = fopen(path, "rb") else { throw Fault(reason: systemReason()) }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = fread(&buffer, 1, buffer.count, file)
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        guard ferror(file) == 0 else { throw Fault(reason: systemReason()) }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Fault(reason: "the file is not UTF-8")
        }
        return text
    }

    /// Puts a text into a file.
    ///
    /// - Throws: `Fault` where the file can't be written.
    static func write(_ text: String, to path: String) throws(Fault) {
        guard let file = fopen(path, "wb") else { throw Fault(reason: systemReason()) }
        let bytes = Array(text.utf8)
        let isWritten = fwrite(bytes, 1, bytes.count, file) == bytes.count
        guard fclose(file) == 0, isWritten else { throw Fault(reason: systemReason()) }
    }

    /// Writes a text to an open descriptor, or as much of it as somebody wants to read.
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
