import Foundation
import HostInterface
import HostSupport
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
        for index in hostedPlugins.indices where configuration.plugins[index].isEnabled {
            let hosted = hostedPlugins[index]
            guard let scopes = hosted.life?.scopes else {
                skipped.append(condition(of: index))
                continue
            }
            do {
                let paths = try await scopes.generations.use { generation in
                    // The code of the plugin runs on its threads, and is attributed to it.
                    try await withTaskExecutorPreference(hosted.executor) { [number = files.count] in
                        try await Self.copyParts(
                            of: generation, plugin: hosted.name, to: folder, from: number,
                            includingSecrets: includesSecrets)
                    }
                }
                for (name, path) in paths {
                    let (size, digest) = try await BackupCopy.digest(of: path)
                    files.append(
                        CopiedFile(
                            description: .init(plugin: hosted.name, name: name, size: size, sha256: digest),
                            path: path))
                }
            } catch is ScopeClosed {
                // The plugin has stopped in the meantime.
                skipped.append(condition(of: index))
            }
        }
        return (files, skipped)
    }

    /// Copies the parts of one plugin, and returns their names with the paths of the copies.
    private static func copyParts(
        of generation: PluginGeneration, plugin: String, to folder: FilePath, from first: Int,
        includingSecrets includesSecrets: Bool
    ) async throws -> [(name: String, path: FilePath)] {
        var copies: [(name: String, path: FilePath)] = []
        for part in try generation.scope.contributions(to: BackupParts.self).flatMap(\.all)
        where includesSecrets || !part.isSecret {
            guard BackupManifest.isPlain(part.name), !copies.contains(where: { $0.name == part.name }) else {
                throw HostError.backupFailed(
                    plugin: plugin,
                    message:
                        "'\(part.name)' cannot be restored: expected the name of a visible file other than the log of a "
                        + "database, declared once")
            }
            let path = folder.appending("\(first + copies.count)")
            do {
                if try await part.write(to: path) { copies.append((part.name, path)) }
            } catch let error as CancellationError {
                throw error
            } catch {
                throw HostError.backupFailed(plugin: plugin, message: "cannot copy \(part.name): \(error)")
            }
        }
        return copies
    }
}

/// The copies of files in the cache directory, while a backup is made.
enum BackupCopy {
    /// The size of a part: 256 KiB.
    static let partSize = 256 << 10

    private static let prefix = ".backup-"

    /// The path of a new folder for the copies of one backup.
    ///
    /// - Parameter cache: The cache directory, which is on a disk, unlike the runtime directory.
    /// - Returns: The path, which does not exist.
    static func newFolder(in cache: FilePath) -> FilePath {
        cache.appending(prefix + String(UInt64.random(in: .min ... .max), radix: 36))
    }

    /// Removes the folders that a daemon left when it was killed.
    ///
    /// - Parameter cache: The cache directory.
    static func removeLeftovers(in cache: FilePath) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: cache.string)) ?? []
        for name in names where name.hasPrefix(prefix) {
            try? FileManager.default.removeItem(atPath: cache.appending(name).string)
        }
    }

    /// Calls a function with each part of a file.
    static func forEachPart(of path: FilePath, _ body: ([UInt8]) async throws -> Void) async throws {
        let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow])
        defer { try? file.close() }
        while case let part = try await DedicatedExecutor.files.perform({ () throws in try read(file) }), !part.isEmpty
        { try await body(part) }
    }

    /// The size and the SHA-256 hash of a file.
    static func digest(of path: FilePath) async throws -> (size: Int, digest: String) {
        try await withTaskExecutorPreference(DedicatedExecutor.files) {
            let file = try FileDescriptor.open(path, .readOnly, options: [.closeOnExec, .noFollow])
            defer { try? file.close() }
            var (size, digest) = (0, Digest())
            while case let part = try read(file), !part.isEmpty {
                size += part.count
                digest.append(bytes: part)
                // Others use the thread in between.
                await Task.yield()
                try Task.checkCancellation()
            }
            return (size, digest.text)
        }
    }

    private static func read(_ file: FileDescriptor) throws -> [UInt8] {
        try [UInt8](unsafeUninitializedCapacity: partSize) { buffer, count in
            // Safe: the buffer outlives the read, which returns the number of initialized bytes.
            count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
        }
    }
}
