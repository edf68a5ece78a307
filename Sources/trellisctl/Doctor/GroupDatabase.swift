import Glibc

/// The groups of this machine.
enum GroupDatabase {
    /// Returns the identifier and the members' names of a group; nil for an unknown name.
    static func group(_ name: String) -> (id: UInt32, members: [String])? {
        var size = 4_096
        while size <= 1 << 22 {
            var record = Glibc.group()
            var found: UnsafeMutablePointer<Glibc.group>?
            var text = [CChar](repeating: 0, count: size)
            // The record has pointers into the buffer, so it is read while the buffer is valid.
            let result: (error: CInt, value: (UInt32, [String])?) = text.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return (EINVAL, nil) }
                let error = getgrnam_r(name, &record, start, buffer.count, &found)
                guard let found = found?.pointee else { return (error, nil) }
                var members: [String] = []
                var next = found.gr_mem
                while let member = next?.pointee {
                    members.append(String(cString: member))
                    next = next?.advanced(by: 1)
                }
                return (error, (found.gr_gid, members))
            }
            if result.error != ERANGE { return result.value }
            size *= 4
        }
        return nil
    }
}
