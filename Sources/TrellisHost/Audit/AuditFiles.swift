import HostInterface
import SystemPackage

/// The files of the audit log, one per series.
struct AuditFiles {
    /// The folder of the files.
    let directory: FilePath

    private var files: [AuditSeries: AuditFile]

    /// Creates the value without opening a file.
    ///
    /// - Parameters:
    ///   - directory: The folder, which is created when a line is written.
    ///   - maximumSize: The maximum size of a file in bytes.
    init(directory: FilePath, maximumSize: Int) {
        self.directory = directory
        files = Dictionary(
            uniqueKeysWithValues: AuditSeries.allCases.map {
                ($0, AuditFile(directory: directory, series: $0, maximumSize: maximumSize))
            })
    }

    /// Terminates incomplete lines that a crash left.
    mutating func repair() throws(Errno) {
        for series in AuditSeries.allCases { try files[series]?.repair() }
    }

    /// Appends a line.
    mutating func append(_ line: String, to series: AuditSeries) throws(Errno) {
        do throws(Errno) {
            try files[series]?.append(line)
        } catch {
            // The file is opened again for the next line, in case the folder was replaced.
            files[series]?.close()
            throw error
        }
    }
}
