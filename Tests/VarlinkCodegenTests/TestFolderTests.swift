import Glibc
import Testing

@Suite("TestFolder", .timeLimit(.minutes(2)))
struct TestFolderTests {
    @Test("removes a temporary folder with its contents")
    func removal() throws {
        var path = ""
        try TestFolder.withTemporary { folder in
            path = folder
            for path in ["\(folder)/a", "\(folder)/a/b"] { #expect(mkdir(path, 0o700) == 0) }
            for path in ["\(folder)/file", "\(folder)/a/file", "\(folder)/a/b/file"] {
                fclose(fopen(path, "w"))
            }
            #expect(symlink("/usr", "\(folder)/a/link") == 0)
        }
        #expect(access(path, F_OK) != 0)
        #expect(access("/usr", F_OK) == 0)
    }
}
