import Foundation
import HostInterface
import SystemPackage
import Trellis

extension PluginHost {
    /// A file of a backup, copied into a folder of the daemon.
    struct CopiedFile: Sendable {
        /// The description for the client.
        var description: HostContract.BackupFile

        /// The path of the copy.
        var path: FilePath
    }

    /// Copies the files that the running plugins declare for backups.
    ///
    /// - Parameters:
    ///   - folder: The folder for the copies, which exists and is empty.
    ///   - includesSecrets: Whether secrets are copied, too.
    /// - Returns: The copies, and the enabled plugins that do not run.
    /// - Throws: `HostError.backupFailed` when a file cannot be copied; `CancellationError` when the task is cancelled.
    func copyForBackup(
        to folder: FilePath, includingSecrets includesSecrets: Bool
    ) async throws -> (files: [CopiedFile], skipped: [HostContract.PluginCondition]) {
        var (files, skipped): ([CopiedFile], [HostContract.PluginCondition]) = ([], [])
        for index in supervisors.indices where configuration.plugins[index].isEnabled {
            let supervisor = supervisors[index]
            guard let scopes = supervisor.life?.scopes else {
                skipped.append(condition(of: index))
                continue
            }
            let number = files.count
            files += try await scopes.generations.use { generation in
                // The code of the plugin runs on its threads, and is attributed to it.
                try await withTaskExecutorPreference(supervisor.executor) {
                    try await Self.copies(
                        of: generation, plugin: supervisor.name, to: folder, from: number,
                        includingSecrets: includesSecrets)
                }
            }
        }
        return (files, skipped)
    }

    private static func copies(
        of generation: PluginGeneration, plugin: String, to folder: FilePath, from first: Int,
        includingSecrets includesSecrets: Bool
    ) async throws -> [CopiedFile] {
        var files: [CopiedFile] = []
        for part in try generation.scope.contributions(to: BackupParts.self).flatMap(\.all)
        where includesSecrets || !part.isSecret {
            let path = folder.appending("\(first + files.count)")
            do {
                guard try await part.write(to: path) else { continue }
                let (size, digest) = try BackupCopy.digest(of: path)
                files.append(
                    CopiedFile(
                        description: .init(plugin: plugin, name: part.name, size: size, sha256: digest), path: path))
            } catch let error as CancellationError {
                throw error
            } catch {
                throw HostError.backupFailed(plugin: plugin, message: "cannot copy \(part.name): \(error)")
            }
        }
        return files
    }
}

/// The reading of files in parts.
enum BackupCopy {
    /// The size of a part: 256 KiB.
    static let partSize = 256 << 10

    /// Calls a function with each part of a file.
    static func forEachPart(of path: FilePath, _ body: ([UInt8]) async throws -> Void) async throws {
        let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow])
        defer { try? file.close() }
        while case let part = try read(file), !part.isEmpty { try await body(part) }
    }

    /// The size and the SHA-256 hash of a file.
    static func digest(of path: FilePath) throws -> (size: Int, digest: String) {
        let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow])
        defer { try? file.close() }
        var (size, digest) = (0, Digest())
        while case let part = try read(file), !part.isEmpty {
            size += part.count
            digest.append(bytes: part)
        }
        return (size, digest.text)
    }

    private static func read(_ file: FileDescriptor) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: partSize) { buffer, count in
            // Safe: the buffer outlives the read, which returns the number of initialized bytes.
            count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
