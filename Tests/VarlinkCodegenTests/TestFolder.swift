import Glibc

/// Folders for tests.
enum TestFolder {
    /// Where the sources of these tests stand.
    static let ofThisTarget = String(#filePath.dropLast("/TestFolder.swift".count))

    /// Runs something with a folder that is gone afterwards, with everything in it.
    static func withTemporary<Result>(_ body: (String) throws -> Result) throws -> Result {
        var template = Array("/tmp/varlink-codegen-tests.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw Fault.cannotMakeFolder(errno: errno) }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { removeAll(in: path) }
        return try body(path)
    }

    enum Fault: Error {
        case cannotMakeFolder(errno: Int32)
    }

    /// The names of what is in a folder; none where it can't be read.
    static func entries(of path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                // Safe: readdir(3) ends the name with a NUL inside the array.
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func removeAll(in path: String) {
        // remove(3) takes a folder away that is empty, and else nothing.
        for name in entries(of: path) where remove("\(path)/\(name)") != 0 { removeAll(in: "\(path)/\(name)") }
        rmdir(path)
    }
}
