/// The result of requesting the process of a connection from the kernel.
enum PinnedProcess: Sendable {
    /// The process, which keeps its process ID as long as it runs.
    case descriptor(OwnedDescriptor)
    /// The kernel does not support the request: it is older than Linux 6.5.
    case unsupported
    /// The process has ended.
    case gone
}
