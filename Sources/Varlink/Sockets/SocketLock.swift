import Glibc

/// The right to bind a path: a lock (flock(2)) on the file `PATH.lock`, which the kernel releases when the process
/// ends in whatever way.
struct SocketLock {
    private let path: String
    private let descriptor: OwnedDescriptor

    private init(path: String, descriptor: OwnedDescriptor) {
        self.path = path
        self.descriptor = descriptor
    }

    /// Takes the lock, or finds it taken.
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
            // Its holder may have removed the file between our opening it and our locking it; then another one could
            // lock a new file of the same name. The lock counts only on the file that is there.
            if isSameFile(opened, path) { return SocketLock(path: path, descriptor: descriptor) }
        }
    }

    /// Gives the lock up.
    ///
    /// The file is removed first, while nobody else can hold the lock on it.
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
