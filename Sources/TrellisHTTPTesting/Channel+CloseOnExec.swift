import Glibc
import NIOCore

extension Channel {
    /// Keeps a program that another test starts meanwhile from holding the socket open, where connections to it would
    /// go on.
    ///
    /// SwiftNIO's sockets have no `SOCK_CLOEXEC`. To be called on the channel's event loop.
    func closeOnExec() throws {
        try pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { descriptor in
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }
}
