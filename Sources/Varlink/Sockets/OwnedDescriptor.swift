import Glibc

/// A descriptor that is closed when this object is released, at the latest.
final class OwnedDescriptor: Sendable {
    private let descriptor: Lock<CInt?>

    init(_ descriptor: CInt) {
        self.descriptor = Lock(descriptor)
    }

    deinit {
        close()
    }

    /// The descriptor, which this object still owns; nil if it has been transferred or closed.
    var number: CInt? { descriptor.withLock { $0 } }

    /// Transfers the ownership of the descriptor to the caller.
    ///
    /// Returns nil if the descriptor has been transferred or closed before.
    func take() -> CInt? {
        descriptor.withLock { descriptor in
            defer { descriptor = nil }
            return descriptor
        }
    }

    /// Closes the descriptor, unless it has been transferred or closed.
    func close() {
        if let descriptor = take() { _ = Glibc.close(descriptor) }
    }
}
