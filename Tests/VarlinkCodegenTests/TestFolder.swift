import Glibc

@testable import VarlinkCodegen

/// Folders of tests.
enum TestFolder {
    /// The folder of the sources of these tests.
    static let ofThisTarget = String(#filePath.dropLast("/TestFolder.swift".count))

    /// The names of the interfaces in `Constructs`.
    static let constructs = names(in: "Constructs", suffix: ".varlink")

    /// Returns the text of an interface in `Constructs`.
    static func text(of construct: String) throws -> String {
        try TextFile.read("\(ofThisTarget)/Constructs/\(construct).varlink")
    }

    /// Returns the names of the files in a folder of this target that have a suffix, without the suffix.
    static func names(in folder: String, suffix: String) -> [String] {
        entries(of: "\(ofThisTarget)/\(folder)").filter { $0.hasSuffix(suffix) }
            .map { String($0.dropLast(suffix.count)) }.sorted()
    }

    /// Calls a closure with a temporary folder, which is removed afterwards with its contents.
    static func withTemporary<Result>(_ body: (String) throws -> Result) throws -> Result {
        var template = Array("/tmp/varlink-codegen-tests.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw CreationError(errno: errno) }
        let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        defer { removeAll(in: path) }
        return try body(path)
    }

    struct CreationError: Error {
        let errno: Int32
    }

    /// Returns the names of the entries of a folder; none if it can't be read.
    static func entries(of path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                // Safe: readdir(3) terminates the name with a NUL inside the array.
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func removeAll(in path: String) {
        // remove(3) fails for a folder that is not empty.
        for name in entries(of: path) where remove("\(path)/\(name)") != 0 { removeAll(in: "\(path)/\(name)") }
        rmdir(path)
    }
}
