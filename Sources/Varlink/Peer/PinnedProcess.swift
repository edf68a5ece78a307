/// The kernel's answer to the request for the process of a connection.
enum PinnedProcess: Sendable {
    /// The process, which keeps its process ID as long as it runs.
    case descriptor(OwnedDescriptor)
    /// The kernel does not support the request: it is older than Linux 6.5.
    case unsupported
    /// The process has ended.
    case gone
}
