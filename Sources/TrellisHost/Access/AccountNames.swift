import Glibc

/// Looks up users and groups of the machine by name.
enum AccountNames {
    /// The number of a user; nil when there is none of this name.
    ///
    /// A number stands for itself.
    static func userID(_ name: String) -> UInt32? {
        if let number = UInt32(name) { return number }
        var entry = passwd()
        return withRoom { room, size, found in getpwnam_r(name, &entry, room, size, &found) } ? entry.pw_uid : nil
    }

    /// The number of a group; nil when there is none of this name.
    ///
    /// A number stands for itself.
    static func groupID(_ name: String) -> UInt32? {
        if let number = UInt32(name) { return number }
        var entry = group()
        return withRoom { room, size, found in getgrnam_r(name, &entry, room, size, &found) } ? entry.gr_gid : nil
    }

    /// Calls a function that wants room for the texts of an entry, with more room as long as it asks for more.
    ///
    /// - Returns: Whether an entry was found. Only its numbers may be used: its texts are gone with the room.
    private static func withRoom<Entry>(
        _ body: (UnsafeMutablePointer<CChar>, Int, inout UnsafeMutablePointer<Entry>?) -> CInt
    ) -> Bool {
        var size = 1_024
        while size <= 1 << 20 {
            let room = UnsafeMutablePointer<CChar>.allocate(capacity: size)
            // The function fills it and keeps nothing of it; it is let go of when the call is over.
            defer { room.deallocate() }
            var found: UnsafeMutablePointer<Entry>?
            let error = body(room, size, &found)
            if error != ERANGE { return error == 0 && found != nil }
            size *= 4
        }
        return false
    }
}
