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

    /// Ends listening, or both directions of a connection, also where a program that another test is starting still has the socket.
    ///
    /// Closing alone ends it only when all that have it open have closed it, and close-on-exec comes when such a program runs. To
    /// be called on the channel's event loop, just before the channel is closed.
    func shutDown() throws {
        try pipeline.syncOperations.withUnsafeTransportIfAvailable(of: NIOBSDSocket.Handle.self) { descriptor in
            _ = shutdown(descriptor, CInt(SHUT_RDWR))
        }
    }
}
