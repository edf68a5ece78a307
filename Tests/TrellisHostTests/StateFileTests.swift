import Foundation
import Glibc
import SystemPackage
import Testing
import Trellis
import TrellisTesting

@testable import TrellisHost

@Suite("Files in the state directory", .timeLimit(.minutes(2)))
struct StateFileTests {
    @Test("are synchronized to disk before they replace the previous ones")
    func synchronization() async throws {
        try await withTemporaryFolder { folder in
            let file = StateFile("overrides", in: folder, failpoints: Failpoints())
            try file.write(["a": 1])
            // fsync(2) of a FIFO fails with EINVAL, unlike all other calls of a write.
            let draft = "\(file.path).new"
            #expect(mkfifo(draft, 0o600) == 0)
            let reader = open(draft, O_RDONLY | O_NONBLOCK)
            defer { close(reader) }
            #expect(throws: Errno.invalidArgument) { try file.write(["a": 2]) }
            #expect(try file.read([String: Int].self, advice: "") == ["a": 1])
            #expect(!FileManager.default.fileExists(atPath: draft))
            try file.write(["a": 2])
            #expect(try file.read([String: Int].self, advice: "") == ["a": 2])
        }
    }

    @Test("are removed again if their names cannot be synchronized")
    func names() async throws {
        try await withTemporaryFolder { folder in
            let failpoints = Failpoints()
            let file = StateFile("deaths", in: folder, failpoints: failpoints)
            try failpoints.inject(FailpointTerms(parsing: "1*off->1*error(EIO)"), at: "trellisd.deaths.sync")
            #expect(throws: Errno.ioError) { try file.write(["a": 1]) }
            #expect(!FileManager.default.fileExists(atPath: file.path.string))
        }
    }
}
