import Foundation
import Glibc
import Testing

@testable import Items

@Suite("Identifiers as text", .timeLimit(.minutes(2)))
struct UUIDTextTests {
    @Test("formats a UUID like Foundation but in lower case, and parses both cases")
    func roundTrip() {
        for _ in 0..<100 {
            let id = UUID()
            #expect(id.text == id.uuidString.lowercased())
            #expect(UUID(text: id.text) == id)
            #expect(UUID(text: id.uuidString) == id)
        }
    }

    @Test(
        "rejects malformed identifiers",
        arguments: [
            "", "5f1b0e5c", "5f1b0e5c-2f0a-4f0e-9d46-1f8d1a1f8c1", "5f1b0e5c-2f0a-4f0e-9d46-1f8d1a1f8c111",
            "5f1b0e5c-2f0a-4f0e-9d46-1f8d1a1f8c1g", "5f1b0e5c02f0a-4f0e-9d46-1f8d1a1f8c11",
            "-5f1b0e5c2f0a-4f0e-9d46-1f8d1a1f8c11", " 5f1b0e5-2f0a-4f0e-9d46-1f8d1a1f8c11",
            "+f1b0e5c-2f0a-4f0e-9d46-1f8d1a1f8c11", "{5f1b0e5c-2f0a-4f0e-9d46-1f8d1a1f8c}",
            "5f1b0e5c-2f0a-4f0e-9d46-1f8d1a1f8cé", "５f1b0e5c-2f0a-4f0e-9d46-1f8d1a1f8c",
        ])
    func rejection(of text: String) {
        #expect(UUID(text: text) == nil)
    }

    @Test("creates distinct identifiers of version 4")
    func random() {
        let texts = (0..<1_000).map { _ in Array(UUID.random().text) }
        #expect(Set(texts).count == 1_000)
        #expect(texts.allSatisfy { $0[14] == "4" && "89ab".contains($0[19]) })
    }

    @Test("creates distinct identifiers when no file can be opened")
    func randomWithoutDescriptors() async {
        await #expect(processExitsWith: .success) {
            var limit = rlimit(rlim_cur: 3, rlim_max: 3)
            guard setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, open("/dev/null", O_RDONLY) < 0,
                Set((0..<10).map { _ in UUID.random() }).count == 10
            else { exit(EXIT_FAILURE) }
        }
    }
}
