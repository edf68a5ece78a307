import Glibc

/// The exclusive right to bind a path: a lock (flock(2)) on the file `PATH.lock`, which the kernel releases when the
/// process ends.
struct SocketLock {
    private let path: String
    private let descriptor: OwnedDescriptor

    private init(path: String, descriptor: OwnedDescriptor) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Acquires the lock, or throws when another process holds it.
    static func acquire(for address: VarlinkAddress, path socketPath: String) throws(VarlinkListenError) -> SocketLock {
        let path = socketPath + ".lock"
        while true {
            let opened = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
            if opened < 0 {
                let error = SystemCallError.last
                if error.number == ENOENT { throw VarlinkListenError(.noSuchDirectory, address: address) }
                throw VarlinkListenError(error, during: "making the lock \(path)", address: address)
            }
            let descriptor = OwnedDescriptor(opened)
            if flock(opened, LOCK_EX | LOCK_NB) < 0 {
                let error = SystemCallError.last
                if error.number == EWOULDBLOCK { throw VarlinkListenError(.inUse, address: address) }
                throw VarlinkListenError(error, during: "locking \(path)", address: address)
            }
            // The holder of the lock may have removed the file between open(2) and flock(2). A lock on a removed file
            // is worthless, so the lock counts only when the file is still at the path.
            if isSameFile(opened, path) { return SocketLock(path: path, descriptor: descriptor) }
        }
    }

    /// Releases the lock.
    ///
    /// The file is removed first, while no other process can hold the lock.
    func release() {
        unlink(path)
        descriptor.close()
    }

    private static func isSameFile(_ descriptor: CInt, _ path: String) -> Bool {
        var held = stat()
        var found = stat()
        return fstat(descriptor, &held) == 0 && stat(path, &found) == 0 && held.st_ino == found.st_ino
            && held.st_dev == found.st_dev
    }
}
