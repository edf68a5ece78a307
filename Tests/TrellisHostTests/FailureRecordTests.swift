import Foundation
import Glibc
import SystemPackage
import Testing
import TrellisTesting

@testable import TrellisHost

@Suite("The record of failed starts", .timeLimit(.minutes(2)))
struct FailureRecordTests {
    @Test("the delay grows from 1 to 60 seconds until a start succeeds, and the record has no contents")
    func delay() async throws {
        try await withTemporaryFolder { folder in
            let record = FailureRecord(in: folder)
            #expect(record.delay(now: .now) == .seconds(1))
            // The time of a file may be some milliseconds behind the clock.
            let file = try FileManager.default.attributesOfItem(atPath: folder.appending("failing").string)
            let first = try #require(file[.modificationDate] as? Date)
            #expect(record.delay(now: first + 20) == .seconds(20))
            #expect(record.delay(now: first + 500) == .seconds(60))
            let contents = try Data(contentsOf: URL(filePath: folder.appending("failing").string))
            #expect(contents.isEmpty)
            record.remove()
            #expect(record.delay(now: .now) == .seconds(1))
        }
    }

    @Test("the delay is 1 or 60 seconds for a file with any other time", arguments: [Int.min, -1, Int.max])
    func times(seconds: Int) throws {
        // Other file systems store the nearest time that they support.
        let folder = FilePath("/dev/shm").appending("trellis-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder.string, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder.string) }
        let record = FailureRecord(in: folder)
        _ = record.delay(now: .now)
        let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
        #expect(utimensat(AT_FDCWD, folder.appending("failing").string, times, 0) == 0)
        #expect(record.delay(now: .now) == .seconds(seconds < 0 ? 60 : 1))
    }

    @Test("there is no delay without a state directory")
    func noDirectory() {
        #expect(FailureRecord(in: "/nonexistent").delay(now: .now) == nil)
    }
}
