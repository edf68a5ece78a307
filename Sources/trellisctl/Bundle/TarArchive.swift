import Glibc
import TarFormat

/// An archive of tar(1) in memory.
struct TarArchive {
    /// The time of the files, in seconds since 1970.
    private let time: Int
    private var bytes: [UInt8] = []

    /// Creates an archive without files.
    ///
    /// - Parameter time: The time of the files, in seconds since 1970.
    init(time: Int) {
        self.time = time
    }

    /// Adds a regular file.
    ///
    /// - Parameters:
    ///   - name: The path in the archive.
    ///   - contents: The bytes of the file.
    /// - Throws: ``CommandFailure`` (EX_SOFTWARE) when the format cannot represent the name or the size.
    mutating func append(_ name: String, _ contents: [UInt8]) throws {
        let header: TarHeader
        do throws(TarError) {
            header = try TarHeader(name, size: contents.count, time: time)
        } catch {
            throw CommandFailure(EX_SOFTWARE, error.description)
        }
        bytes += header.bytes + contents + [UInt8](repeating: 0, count: header.paddingSize)
    }

    /// The archive with its end.
    var finished: [UInt8] { bytes + TarHeader.end }
}
