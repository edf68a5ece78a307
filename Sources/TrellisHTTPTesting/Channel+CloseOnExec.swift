import Glibc
import NIOCore

extension Channel {
    /// Sets the close-on-exec flag, so that a process that another test starts does not keep the socket open.
    ///
    /// SwiftNIO opens sockets without `SOCK_CLOEXEC`. Call this method on the channel's event loop.
    func closeOnExec() throws {
        try pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { descriptor in
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
    }

    /// Stops listening, or shuts down both directions of a connection, even when a process that another test is starting
    /// has the socket open.
    ///
    /// A socket stays open until every process has closed it, and a starting process closes it only in `exec`. Call
    /// this method on the channel's event loop, immediately before closing the channel.
    func shutDown() throws {
        try pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { descriptor in
            _ = shutdown(descriptor, CInt(SHUT_RDWR))
        }
    }
}
