import Foundation
import HostInterface
import HostSupport
import SystemPackage
import Trellis

extension ControlInterface {
    func backup(
        withSecrets: Bool?, replies: ReplyWriter<HostContract.BackupReply>, context: CallContext
    ) async throws -> HostContract.BackupReply {
        let folder = BackupCopy.newFolder(in: facts.cacheDirectory)
        try Directory.create(folder, purpose: "folder of a backup")
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let (files, skipped) = try await host.copyForBackup(to: folder, includingSecrets: withSecrets ?? false)
        var next = HostContract.BackupReply(files: files.map(\.description), skipped: skipped)
        for file in files {
            try await BackupCopy.forEachPart(of: file.path) { part in
                try await replies.send(next)
                next = HostContract.BackupReply(data: Data(part).base64EncodedString())
            }
        }
        return next
    }
}
