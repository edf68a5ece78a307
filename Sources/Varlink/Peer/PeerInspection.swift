import Glibc
import NIOCore

/// Looks at the process at the other end of one connection, when somebody asks.
final class PeerInspection: Sendable {
    private enum State {
        case unknown
        case known(PeerProcess?)
    }

    private let credentials: PeerCredentials?
    private let channel: any Channel
    private let state = Lock(State.unknown)

    init(credentials: PeerCredentials?, channel: any Channel) {
        self.credentials = credentials
        self.channel = channel
    }

    /// The process; nil when it has ended, or is in no PID namespace of ours.
    ///
    /// Two tasks that ask at the same time both look.
    func process() async -> PeerProcess? {
        if case .known(let process) = state.withLock({ $0 }) { return process }
        let process = await look()
        state.withLock { $0 = .known(process) }
        return process
    }

    private func look() async -> PeerProcess? {
        guard let credentials, credentials.processID > 0 else { return nil }
        let channel = channel
        // On the event loop, because it is what closes the socket: its descriptor can't become another's meanwhile.
        // Fails when the event loop has ended.
        let pinned = try? await channel.eventLoop.submit {
            guard channel.isActive else { return PinnedProcess.gone }
            let pinned = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
                of: NIOBSDSocket.Handle.self
            ) { (handle: NIOBSDSocket.Handle) in SocketDescriptor.peerProcess(of: handle) }
            return pinned ?? .gone
        }.get()
        switch pinned {
        case .descriptor(let descriptor):
            return ProcessFiles.look(at: credentials, pinnedBy: descriptor)
        case .unsupported:
            return ProcessFiles.look(at: credentials)
        case .gone, nil:
            return nil
        }
    }
}

/// What the kernel says when it is asked for the process of a connection.
enum PinnedProcess: Sendable {
    /// The process, which keeps its number as long as it runs.
    case descriptor(OwnedDescriptor)
    /// The kernel does not know the question: it is older than Linux 6.5.
    case unsupported
    /// The process has ended.
    case gone
}
