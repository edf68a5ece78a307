import Glibc
import Synchronization

/// Looks up the users and groups of the system.
package enum AccountNames {
    /// The identifier of a user; nil when there is no user with this name.
    ///
    /// A numeric name is the identifier itself.
    package static func userID(_ name: String) -> UInt32? {
        if let number = UInt32(name) { return number }
        var entry = passwd()
        return withBuffer { buffer, size, found in getpwnam_r(name, &entry, buffer, size, &found) } ? entry.pw_uid : nil
    }

    /// The identifier of a group; nil when there is no group with this name.
    ///
    /// A numeric name is the identifier itself.
    package static func groupID(_ name: String) -> UInt32? {
        if let number = UInt32(name) { return number }
        var entry = group()
        return withBuffer { buffer, size, found in getgrnam_r(name, &entry, buffer, size, &found) } ? entry.gr_gid : nil
    }

    /// The name of a user; nil when there is no user with this identifier.
    ///
    /// A name is looked up at most once a minute, because a lookup may query a network server and block until it answers.
    package static func userName(_ identifier: UInt32) -> String? {
        let isKnown = userNames.withLock { known -> String?? in
            if known.since.duration(to: .now) > .seconds(60) || known.names.count >= 1_000 { known = ([:], .now) }
            return known.names[identifier]
        }
        if let name = isKnown { return name }
        let name = lookUp(user: identifier)
        userNames.withLock { $0.names[identifier] = .some(name) }
        return name
    }

    private static let userNames = Mutex<(names: [UInt32: String?], since: ContinuousClock.Instant)>(([:], .now))

    private static func lookUp(user identifier: UInt32) -> String? {
        var entry = passwd()
        var name: String?
        _ = withBuffer { buffer, size, found in
            let error = getpwuid_r(identifier, &entry, buffer, size, &found)
            // The string is copied while the buffer is valid.
            if error == 0, found != nil { name = String(cString: entry.pw_name) }
            return error
        }
        return name
    }

    /// Calls a function with a buffer for the strings of an entry, and enlarges the buffer as needed.
    ///
    /// - Returns: Whether an entry was found. Its strings are invalid afterwards, because the buffer is deallocated.
    private static func withBuffer<Entry>(
        _ body: (UnsafeMutablePointer<CChar>, Int, inout UnsafeMutablePointer<Entry>?) -> CInt
    ) -> Bool {
        var size = 1_024
        while size <= 1 << 20 {
            let buffer = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            // Safe: the function does not keep the pointer, and nothing uses it after the call.
            defer { buffer.deallocate() }
            var found: UnsafeMutablePointer<Entry>?
            let error = body(buffer, size, &found)
            if error != ERANGE { return error == 0 && found != nil }
            size *= 4
        }
        return false
    }
}
