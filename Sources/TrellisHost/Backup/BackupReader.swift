import CommandModel
import Foundation
import HostSupport
import SystemPackage
import Systemd
import TarFormat

/// Reads the archive of a backup from its beginning to its end.
final class BackupReader {
    private let path: FilePath
    private let file: FileDescriptor

    /// The maximum size of the manifest in bytes.
    private static let maximumManifest = 16 << 20

    /// Opens the archive.
    ///
    /// - Throws: `HostFailure` when the file cannot be opened.
    init(_ path: FilePath) throws(HostFailure) {
        self.path = path
        do {
            file = try FileDescriptor.open(path, .readOnly, options: .closeOnExec)
        } catch {
            throw HostFailure(
                .noInput, "cannot open the backup \(path): \(error)",
                advice: "Check the path and the permissions of the file")
        }
    }

    deinit { try? file.close() }

    /// Reads the manifest, the first file.
    ///
    /// - Throws: `HostFailure` when it is missing, damaged or newer than this version.
    func manifest() throws(HostFailure) -> BackupManifest {
        guard let header = try header(), header.name == BackupManifest.name, header.size <= Self.maximumManifest else {
            throw damaged("it does not begin with \(BackupManifest.name)")
        }
        let bytes = try read(header.size)
        _ = try read(header.paddingSize)
        let manifest: BackupManifest
        do {
            // The number of the format is read first, because a newer format may have other fields.
            struct Format: Decodable { var format: Int }
            let format = try JSONDecoder().decode(Format.self, from: Data(bytes)).format
            guard format >= 1 else { throw damaged("its format is \(format), and the first format is 1") }
            guard format <= BackupManifest.newestFormat else {
                throw newer("its format is \(format), and this version reads \(BackupManifest.newestFormat)")
            }
            manifest = try JSONDecoder().decode(BackupManifest.self, from: Data(bytes))
        } catch let failure as HostFailure {
            throw failure
        } catch {
            throw damaged("\(BackupManifest.name) is invalid: \(error)")
        }
        guard manifest.hasValidOrigin else {
            throw damaged("\(BackupManifest.name) contains an invalid version or time")
        }
        guard !BackupManifest.isVersion(manifest.version, newerThan: Release.version) else {
            throw newer("version \(manifest.version) made it, and this is version \(Release.version)")
        }
        if let problem = manifest.nameProblem { throw damaged("\(BackupManifest.name) contains \(problem)") }
        return manifest
    }

    /// Copies the next file, which must be the given one, and verifies it.
    ///
    /// - Parameters:
    ///   - expected: The entry of the manifest.
    ///   - output: Receives the contents; nil to verify them only.
    ///   - report: Receives the number of bytes of each part that was copied.
    /// - Throws: `HostFailure` when the archive is damaged; `Errno` when the output cannot be written.
    func copy(_ expected: BackupManifest.File, to output: FileDescriptor?, reporting report: (Int) -> Void) throws {
        guard let header = try header(), header.name == expected.path, header.size == expected.size else {
            throw damaged("\(expected.path) is missing, or has another size than in \(BackupManifest.name)")
        }
        var (rest, digest) = (header.size, Digest())
        while rest > 0 {
            let part = try read(min(rest, BackupCopy.partSize))
            digest.append(bytes: part)
            try output?.writeAll(part)
            rest -= part.count
            report(part.count)
        }
        _ = try read(header.paddingSize)
        guard digest.text == expected.sha256 else { throw damaged("the contents of \(expected.path) have changed") }
    }

    /// Verifies that the archive has no further file.
    ///
    /// - Throws: `HostFailure` when it has one, or its end is missing.
    func requireEnd() throws(HostFailure) {
        if let header = try header() { throw damaged("it contains \(header.name), which \(BackupManifest.name) lacks") }
    }

    private func header() throws(HostFailure) -> TarHeader? {
        let block = try read(TarHeader.blockSize)
        do throws(TarError) {
            return try TarHeader(parsing: block)
        } catch {
            throw damaged(error.description)
        }
    }

    /// Reads exactly a number of bytes.
    private func read(_ count: Int) throws(HostFailure) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part: [UInt8]
            do {
                part = try [UInt8](unsafeUninitializedCapacity: count - bytes.count) { buffer, filled in
                    // Safe: the buffer outlives the read, which returns the number of initialized bytes.
                    filled = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
                }
            } catch {
                throw HostFailure(.inputOutputError, "cannot read the backup \(path): \(error)")
            }
            if part.isEmpty { throw damaged("it ends too early") }
            bytes += part
        }
        return bytes
    }

    private func damaged(_ reason: String) -> HostFailure {
        HostFailure(
            // The reason may quote a name in the archive.
            .dataError, "the backup \(path) is damaged or is not a backup: \(reason.escapingControlCharacters)",
            advice: "Nothing was replaced. Use another backup")
    }

    private func newer(_ reason: String) -> HostFailure {
        HostFailure(
            .dataError, "the backup \(path) is newer than this daemon: \(reason)",
            advice: "Nothing was replaced. Install the version that made the backup, or a newer one")
    }
}
