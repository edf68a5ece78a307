import CommandModel
import Foundation
import Glibc
import HostSupport
import SystemPackage
import Systemd
import Trellis

/// The restoration of a backup: `trellisd --restore FILE`.
///
/// All files are extracted and verified beside those that they replace, before the first one is replaced. Replaced files are
/// renamed, not removed.
struct Restoration {
    private struct Extracted {
        let temporary: FilePath
        let target: FilePath
    }

    private let archive: FilePath
    private let state: FilePath
    private let plugins: Set<String>
    private let showProgress: (@Sendable (String) -> Void)?

    /// The suffix of the names of replaced files, such as `.replaced-20261125T073325Z`.
    private let suffix: String

    /// Creates the restoration, and changes nothing.
    ///
    /// - Parameters:
    ///   - archive: The path of the backup.
    ///   - state: The state directory.
    ///   - plugins: The names of the plugins whose files are restored. The state directory has other folders and files.
    ///   - now: The present time.
    ///   - showProgress: Writes the progress to a terminal; nil to show none. Default: nil.
    init(
        of archive: FilePath, into state: FilePath, plugins: Set<String>, now: Date = Date(),
        progress showProgress: (@Sendable (String) -> Void)? = nil
    ) {
        (self.archive, self.state, self.plugins, self.showProgress) = (archive, state, plugins, showProgress)
        suffix = ".replaced-" + now.rfc3339WithMilliseconds.prefix(19).filter { $0 != "-" && $0 != ":" } + "Z"
    }

    /// Restores the backup.
    ///
    /// - Returns: The lines for the operator.
    /// - Throws: `HostFailure` when a daemon uses the state directory, the backup is damaged, newer or cannot be read, or a
    ///   file cannot be written: nothing is replaced then. If a file cannot be renamed, the advice names the files that were
    ///   replaced before.
    func restore() throws(HostFailure) -> [String] {
        // The file may be readable by root only, so it is opened first.
        let reader = try BackupReader(archive)
        try Directory.becomeOwner(of: state)
        try Directory.create(state, purpose: "state directory", protection: .named)
        let lock = try StateLock(of: state)
        let lines: Result<[String], HostFailure>
        do throws(HostFailure) {
            lines = .success(try restore(from: reader))
        } catch {
            lines = .failure(error)
        }
        _ = consume lock
        return try lines.get()
    }

    private func restore(from reader: BackupReader) throws(HostFailure) -> [String] {
        let manifest = try reader.manifest()
        var extracted: [Extracted] = []
        var count = 0
        var progress = ProgressLine(of: .bytes(total: manifest.files.reduce(0) { $0 &+ $1.size }), showProgress)
        defer { progress.clear() }
        do throws(HostFailure) {
            for file in manifest.files {
                let new = try extract(file, from: reader) { bytes in
                    count += bytes
                    progress.show(count)
                }
                if let new { extracted.append(new) }
            }
            try reader.requireEnd()
        } catch {
            for file in extracted { unlink(file.temporary.string) }
            throw error
        }
        var replaced: [FilePath] = []
        for (index, file) in extracted.enumerated() {
            do throws(HostFailure) {
                try install(file, keeping: &replaced)
            } catch {
                for rest in extracted[index...] { unlink(rest.temporary.string) }
                var failure = error
                failure.advice =
                    "\(index) of \(extracted.count) files were restored"
                    + (replaced.isEmpty
                        ? "" : "; the replaced files are kept: " + replaced.map(\.string).joined(separator: ", "))
                throw failure
            }
        }
        return report(manifest, replaced)
    }

    private func report(_ manifest: BackupManifest, _ replaced: [FilePath]) -> [String] {
        let files = manifest.files.filter { plugins.contains($0.plugin) }
        let others = manifest.files.filter { !plugins.contains($0.plugin) }
        let count = files.count
        return [
            "restored \(count) \(count == 1 ? "file" : "files") of the backup \(archive), made by version "
                + "\(manifest.version) at \(manifest.created)"
        ] + files.map { "  \(state.appending($0.plugin).appending($0.name))" }
            + (others.isEmpty ? [] : ["not restored, because this daemon has no plugin of this name:"])
            + others.map { "  \($0.path)" }
            + (replaced.isEmpty ? [] : ["the replaced files are kept:"] + replaced.map { "  \($0)" })
    }

    /// Extracts a file beside the one that it replaces.
    ///
    /// - Returns: The extracted file; nil if it belongs to none of the plugins, and was only verified.
    /// - Throws: `HostFailure` when the archive is damaged, or the file cannot be written.
    private func extract(
        _ file: BackupManifest.File, from reader: BackupReader, reporting report: (Int) -> Void
    ) throws(HostFailure) -> Extracted? {
        guard plugins.contains(file.plugin) else {
            do {
                try reader.copy(file, to: nil, reporting: report)
                return nil
            } catch {
                // Without an output, only the archive can fail.
                throw error as? HostFailure ?? HostFailure(.inputOutputError, "\(error)")
            }
        }
        let folder = state.appending(file.plugin)
        try Directory.create(folder, purpose: "state directory of the plugin \(file.plugin)", protection: .own)
        let target = folder.appending(file.name)
        let temporary = folder.appending(".\(file.name).restored")
        unlink(temporary.string)
        do {
            let output = try FileDescriptor.open(
                temporary, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec, .noFollow],
                permissions: .ownerReadWrite)
            defer { try? output.close() }
            try reader.copy(file, to: output, reporting: report)
            guard fsync(output.rawValue) == 0 else { throw Errno(rawValue: errno) }
        } catch {
            unlink(temporary.string)
            throw error as? HostFailure
                ?? HostFailure(.cannotCreate, "cannot write \(temporary): \(error)", advice: "Nothing was replaced")
        }
        return Extracted(temporary: temporary, target: target)
    }

    /// Replaces a file.
    ///
    /// - Parameters:
    ///   - file: The extracted file.
    ///   - replaced: Receives the new paths of the replaced files.
    /// - Throws: `HostFailure` when a file cannot be renamed.
    private func install(_ file: Extracted, keeping replaced: inout [FilePath]) throws(HostFailure) {
        let kept = "\(file.target)\(unusedSuffix(for: file.target))"
        // A second name keeps the old file, so that the target exists at every moment: a missing database would be created
        // again, without data. Some file systems have no second names.
        if link(file.target.string, kept) == 0 || (errno != ENOENT && rename(file.target.string, kept) == 0) {
            replaced.append(FilePath(kept))
        } else if errno != ENOENT {
            throw failure(renaming: file.target)
        }
        // The log of the replaced database must not be applied to the restored one. The index of the log is created again.
        for ending in ["-wal", "-shm"] {
            if rename("\(file.target)\(ending)", "\(kept)\(ending)") == 0 {
                replaced.append(FilePath("\(kept)\(ending)"))
            } else if errno != ENOENT {
                throw failure(renaming: FilePath("\(file.target)\(ending)"))
            }
        }
        guard rename(file.temporary.string, file.target.string) == 0 else { throw failure(renaming: file.temporary) }
        try synchronize(file.target.removingLastComponent())
    }

    /// Writes the names in a directory to the disk.
    private func synchronize(_ directory: FilePath) throws(HostFailure) {
        let descriptor = open(directory.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        defer { if descriptor >= 0 { close(descriptor) } }
        guard descriptor >= 0, fsync(descriptor) == 0 else {
            throw HostFailure(
                .inputOutputError, "cannot write the directory \(directory) to the disk: \(Errno(rawValue: errno))")
        }
    }

    /// The suffix, with a number if an earlier restoration in the same second has used it.
    private func unusedSuffix(for target: FilePath) -> String {
        let suffixes = [suffix] + (2...1_000).map { "\(suffix)-\($0)" }
        return suffixes.first { access("\(target)\($0)", F_OK) != 0 } ?? suffix
    }

    private func failure(renaming path: FilePath) -> HostFailure {
        HostFailure(.inputOutputError, "cannot rename \(path): \(Errno(rawValue: errno))")
    }
}
