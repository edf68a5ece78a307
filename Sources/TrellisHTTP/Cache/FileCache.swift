public import Foundation
import Synchronization
public import Trellis

/// A directory of files that can be lost at any time, because their contents can be fetched again.
///
/// The directory can be removed at any time, too; it is created again. The total size of the files is limited. When the
/// limit is exceeded, the files with the oldest dates are removed until a tenth of the limit is free. A file is written
/// under a temporary name and then renamed, so that a reader finds either the old or the new contents. The file is not
/// synchronized to the disk. A file ends with the SHA-256 digest of its contents: a file that is incomplete after a
/// crash, or damaged, is detected, removed and logged. The checksum does not protect against a process that can write
/// to the directory.
///
/// Only the cache may write to the directory.
public final class FileCache: Sendable, Closable {
    private struct State {
        var size = 0
        /// The date of the oldest file when the directory was last read; nil when the directory was empty.
        var oldest: Date?
        var isClosed = false
    }

    private let directory: FilePath
    private let sizeLimit: Int
    private let ageLimit: TimeInterval?
    private let clock: WallClock
    private let logger: Logger
    private let state = Mutex(State())

    /// Creates the directory with mode 0700, and removes files that exceed the limits.
    ///
    /// - Parameters:
    ///   - directory: The path of the directory.
    ///   - sizeLimit: The maximum total size of the files, including 32 bytes for each file's checksum. With 0, nothing
    ///     is stored.
    ///   - ageLimit: The maximum age of a file; nil for no limit. An older file is removed when the cache is opened, or
    ///     when the next file is stored.
    ///   - clock: The clock for the dates of files.
    ///   - logger: The log for damaged files, and for files that cannot be written.
    /// - Throws: The error of creating the directory.
    public init(
        directory: FilePath, sizeLimit: ByteCount, ageLimit: Duration? = nil, clock: WallClock, logger: Logger
    ) throws {
        self.directory = directory
        self.sizeLimit = sizeLimit.bytes
        self.ageLimit = ageLimit.map { $0 / .seconds(1) }
        self.clock = clock
        self.logger = logger
        try createDirectory()
        // Removes the temporary files of an earlier run.
        for file in files() where file.url.lastPathComponent.hasPrefix(".") {
            try? FileManager.default.removeItem(at: file.url)
        }
        trim()
    }

    private func createDirectory() throws {
        try FileManager.default.createDirectory(
            atPath: directory.string, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    }

    /// Stops storing files; existing files stay readable.
    public func close() {
        state.withLock { $0.isClosed = true }
    }

    /// Opens a file and verifies its checksum.
    ///
    /// - Parameter name: The name under which the file was stored.
    /// - Returns: The file, which the caller closes; nil when it does not exist or is damaged.
    public func open(_ name: String) -> CachedFile? {
        guard let path = path(of: name) else { return nil }
        do {
            return try CachedFile(at: path)
        } catch Errno.noSuchFileOrDirectory {
            return nil
        } catch {
            remove(name, because: "\(error)")
            return nil
        }
    }

    /// Returns the contents of a file.
    ///
    /// - Parameter name: The name under which the file was stored.
    /// - Returns: The contents and the date of the file; nil when it does not exist or is damaged.
    public func contents(of name: String) -> (bytes: [UInt8], date: Date)? {
        guard let file = open(name) else { return nil }
        defer { file.close() }
        return (try? file.bytes(at: 0, count: file.size)).map { ($0, file.date) }
    }

    /// Stores a file with the current date, and replaces a file of the same name.
    ///
    /// Contents that exceed the cache's size limit are not stored. A failure is logged.
    ///
    /// - Parameters:
    ///   - contents: The contents of the file.
    ///   - name: The name of the file: a file name without a slash that does not start with a dot.
    public func store(_ contents: [UInt8], as name: String) {
        let size = contents.count + CachedFile.trailerSize
        guard size <= sizeLimit, !state.withLock(\.isClosed), let path = path(of: name) else { return }
        let draft = directory.appending(".\(UUID().uuidString)")
        do {
            do {
                try CachedFile.write(contents, to: draft)
            } catch Errno.noSuchFileOrDirectory {
                // The directory was removed, which loses only what can be fetched again.
                try createDirectory()
                try CachedFile.write(contents, to: draft)
                state.withLock { $0 = State(size: 0, oldest: nil, isClosed: $0.isClosed) }
            }
            try setDate(of: draft)
            let replaced = Self.size(of: path)
            guard rename(draft.string, path.string) == 0 else { throw Errno(rawValue: errno) }
            let (total, oldest) = state.withLock { state in
                state.size += size - replaced
                state.oldest = state.oldest ?? clock.now()
                return (state.size, state.oldest)
            }
            if total > sizeLimit || isTooOld(oldest) { trim(keeping: name) }
        } catch {
            try? FileManager.default.removeItem(atPath: draft.string)
            logger.notice("cannot write a cache file", metadata: ["file": "\(path)", "error": "\(error)"])
        }
    }

    /// Sets the date of a file to the current time.
    ///
    /// - Parameter name: The name of the file; a file that does not exist is ignored.
    public func touch(_ name: String) {
        guard !state.withLock(\.isClosed), let path = path(of: name) else { return }
        try? setDate(of: path)
    }

    /// Removes a damaged file, and logs it.
    ///
    /// - Parameters:
    ///   - name: The name under which the file was stored.
    ///   - reason: The damage, for the log.
    public func remove(_ name: String, because reason: String) {
        guard let path = path(of: name) else { return }
        logger.warning(
            "removing a damaged cache file; its contents are fetched again",
            metadata: ["file": "\(path)", "error": "\(reason)"])
        let size = Self.size(of: path)
        if (try? FileManager.default.removeItem(atPath: path.string)) != nil { state.withLock { $0.size -= size } }
    }

    /// Removes the files that are too old, and the oldest ones when the total size exceeds the limit.
    ///
    /// Concurrent calls are safe: they select the same files.
    private func trim(keeping name: String? = nil) {
        let files = files().sorted { $0.date < $1.date }
        var size = files.reduce(0) { $0 + $1.size }
        let limit = size > sizeLimit ? sizeLimit / 10 * 9 : sizeLimit
        var oldest: Date?
        for file in files {
            if file.url.lastPathComponent != name, size > limit || isTooOld(file.date),
                (try? FileManager.default.removeItem(at: file.url)) != nil
            {
                size -= file.size
            } else {
                oldest = oldest ?? file.date
            }
        }
        state.withLock { [size, oldest] state in
            state.size = size
            state.oldest = oldest
        }
    }

    private func isTooOld(_ date: Date?) -> Bool {
        guard let date, let ageLimit else { return false }
        return date < clock.now() - ageLimit
    }

    private func files() -> [(url: URL, size: Int, date: Date)] {
        let keys: [URLResourceKey] = [.fileSizeKey, .contentModificationDateKey]
        let folder = URL(fileURLWithPath: directory.string, isDirectory: true)
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: keys)) ?? []
        return files.compactMap { file in
            guard let values = try? file.resourceValues(forKeys: Set(keys)) else { return nil }
            return (file, values.fileSize ?? 0, values.contentModificationDate ?? .distantPast)
        }
    }

    private func setDate(of path: FilePath) throws {
        try FileManager.default.setAttributes([.modificationDate: clock.now()], ofItemAtPath: path.string)
    }

    private static func size(of path: FilePath) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path.string)
        return attributes?[.size] as? Int ?? 0
    }

    private func path(of name: String) -> FilePath? {
        guard let component = FilePath.Component(name), component.kind == .regular, !name.hasPrefix(".") else {
            return nil
        }
        return directory.appending(component)
    }
}
