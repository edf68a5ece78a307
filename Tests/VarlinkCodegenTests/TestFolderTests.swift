import Glibc
import Testing

@Suite struct TestFolderTests {
    @Test func aFolderIsGoneAfterwardsWithEverythingInIt() throws {
        var path = ""
        try TestFolder.withTemporary { folder in
            path = folder
            for made in ["\(folder)/a", "\(folder)/a/b"] { #expect(mkdir(made, 0o700) == 0) }
            for made in ["\(folder)/file", "\(folder)/a/file", "\(folder)/a/b/file"] {
                fclose(fopen(made, "w"))
            }
            #expect(symlink("/usr", "\(folder)/a/link") == 0)
        }
        #expect(access(path, F_OK) != 0)
        #expect(access("/usr", F_OK) == 0)
    }
}
