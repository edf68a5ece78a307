import Glibc
import NIOCore

/// Inspects the process of a connection's peer on demand.
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

    /// Returns the process; nil when it has ended or is not visible in this PID namespace.
    ///
    /// Concurrent first calls each inspect the process.
    func process() async -> PeerProcess? {
        if case .known(let process) = state.withLock({ $0 }) { return process }
        let process = await inspect()
        state.withLock { $0 = .known(process) }
        return process
    }

    private func inspect() async -> PeerProcess? {
        guard let credentials, credentials.processID > 0 else { return nil }
        let channel = channel
        // The closure runs on the event loop. Only the event loop closes the socket, so the descriptor cannot be reused
        // during the call. The submission fails when the event loop has ended.
        let pinned = try? await channel.eventLoop.submit {
            guard channel.isActive else { return PinnedProcess.gone }
            let pinned = try? channel.pipeline.syncOperations.withUnsafeTransportIfAvailable(
                of: NIOBSDSocket.Handle.self
            ) { (handle: NIOBSDSocket.Handle) in SocketDescriptor.peerProcess(of: handle) }
            return pinned ?? .gone
        }.get()
        switch pinned {
        case .descriptor(let descriptor):
            return ProcessFiles.inspect(credentials, pinnedBy: descriptor)
        case .unsupported:
            return ProcessFiles.inspect(credentials)
        case .gone, nil:
            return nil
        }
    }
}
