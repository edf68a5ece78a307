import Foundation
import HostInterface
import Trellis

extension SampleHost {
    /// A backup of a file of 700 bytes in two parts, an empty file, and a plugin that does not run.
    ///
    /// With secrets, the daemon announces more bytes than it sends.
    func backup(
        withSecrets: Bool?, replies: ReplyWriter<HostContract.BackupReply>, context: CallContext
    ) async throws -> HostContract.BackupReply {
        let extra = withSecrets == true ? 1 : 0
        try await replies.send(
            .init(
                files: [
                    .init(plugin: "sample", name: "data", size: 700 + extra, sha256: "ab"),
                    .init(plugin: "sample", name: "empty", size: 0, sha256: "cd"),
                ],
                skipped: [.init(name: "idle", state: .failed, since: time, reason: "no disk")]))
        try await replies.send(.init(data: Data(repeating: 0x61, count: 600).base64EncodedString()))
        return .init(data: Data(repeating: 0x62, count: 100).base64EncodedString())
    }
}
