import Glibc

/// The users of this machine.
enum UserName {
    /// Returns the name of a user; nil for an unknown identifier.
    static func of(_ number: UInt32) -> String? {
        entry {
            getpwuid_r(number, $0, $1, $2, $3)
        } read: {
            String(cString: $0.pw_name)
        }
    }

    /// Returns the identifier of a user; nil for an unknown name.
    ///
    /// If the name is a number, this number is returned.
    static func number(of name: String) -> UInt32? {
        UInt32(name)
            ?? entry {
                getpwnam_r(name, $0, $1, $2, $3)
            } read: {
                $0.pw_uid
            }
    }

    private static func entry<Result>(
        _ find: (
            UnsafeMutablePointer<passwd>, UnsafeMutablePointer<CChar>, Int,
            UnsafeMutablePointer<UnsafeMutablePointer<passwd>?>
        ) -> CInt,
        read: (passwd) -> Result
    ) -> Result? {
        var size = 1_024
        while size <= 1 << 20 {
            var record = passwd()
            var found: UnsafeMutablePointer<passwd>?
            var text = [CChar](repeating: 0, count: size)
            // The record has pointers into the buffer, so it is read while the buffer is valid.
            let result: (error: CInt, value: Result?) = text.withUnsafeMutableBufferPointer { buffer in
                guard let start = buffer.baseAddress else { return (EINVAL, nil) }
                let error = find(&record, start, buffer.count, &found)
                return (error, found.map { read($0.pointee) })
            }
            if result.error != ERANGE { return result.value }
            size *= 4
        }
        return nil
    }
}
