import Glibc

/// A descriptor that is closed at the latest when nobody holds this object any more.
final class OwnedDescriptor: Sendable {
    private let descriptor: Lock<CInt?>

    init(_ descriptor: CInt) {
        self.descriptor = Lock(descriptor)
    }

    deinit {
        close()
    }

    /// The descriptor, which the caller owns from now on.
    ///
    /// Once only.
    func take() -> CInt? {
        descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
    }

    /// Closes the descriptor, unless it has been taken or closed.
    func close() {
        if let descriptor = take() { _ = Glibc.close(descriptor) }
    }
}
