import Glibc

/// A temporary directory for a test, removed with its files when the object is released.
final class TemporaryDirectory: Sendable {
    let path: String

    init() {
        var template = Array("/tmp/trellis-systemd-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { fatalError("mkdtemp: errno \(errno)") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        if let directory = opendir(path) {
            while let entry = readdir(directory) {
                let name = withUnsafePointer(to: &entry.pointee.d_name) {
                    $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
                }
                if name != ".", name != ".." { remove("\(path)/\(name)") }
            }
            closedir(directory)
        }
        rmdir(path)
    }

    /// Writes a file in the directory.
    func write(_ bytes: [UInt8], to name: String) {
        guard let file = fopen("\(path)/\(name)", "w") else { fatalError("fopen: errno \(errno)") }
        fwrite(bytes, 1, bytes.count, file)
        fclose(file)
    }

    /// Reads a file in the directory.
    ///
    /// The result is empty if the file does not exist.
    func read(_ name: String) -> String {
        guard let file = fopen("\(path)/\(name)", "r") else { return "" }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: bytes, as: UTF8.self)
    }
}
