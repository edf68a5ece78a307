import CSystemd
import Glibc

/// Files in memory, which exist as long as a descriptor of them is open (memfd_create(2)).
///
/// They store the state of a service beside its sockets (``ServiceManager/store(_:named:)``).
public enum MemoryFile {
    /// Creates a file.
    ///
    /// - Parameters:
    ///   - name: A name of at most 249 bytes for `/proc/PID/fd`, which need not be unique.
    ///   - contents: The contents.
    /// - Returns: The descriptor, which the caller must close.
    /// - Throws: The error of memfd_create(2) or write(2).
    public static func make(named name: String, contents: [UInt8]) throws(SystemCallError) -> Int32 {
        let descriptor = csystemd_memfd_create(name)
        guard descriptor >= 0 else { throw SystemCallError(errno: errno) }
        var rest = contents[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                let error = SystemCallError(errno: errno)
                close(descriptor)
                throw error
            }
            rest = rest.dropFirst(count)
        }
        return descriptor
    }

    /// Reads a file from its beginning, regardless of the position of the descriptor.
    ///
    /// - Parameter descriptor: The descriptor of the file.
    /// - Returns: The contents.
    /// - Throws: The error of pread(2).
    public static func contents(of descriptor: Int32) throws(SystemCallError) -> [UInt8] {
        var contents: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = pread(descriptor, &buffer, buffer.count, contents.count)
            guard count >= 0 else { throw SystemCallError(errno: errno) }
            if count == 0 { return contents }
            contents += buffer[..<count]
        }
    }
}
