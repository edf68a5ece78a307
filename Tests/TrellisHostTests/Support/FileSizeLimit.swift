import Glibc
import Testing

/// Limits the size of the files that the process writes while a body runs, as a full disk does: a longer write fails with EFBIG.
///
/// The limit applies to the whole process, so the test runs in a process of its own.
func withFileSizeLimit(_ bytes: Int, _ body: () async throws -> Void) async throws {
    // The signal would end the process.
    signal(SIGXFSZ, SIG_IGN)
    let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
    var limit = rlimit()
    #expect(getrlimit(resource, &limit) == 0)
    let before = limit
    limit.rlim_cur = rlim_t(bytes)
    #expect(setrlimit(resource, &limit) == 0)
    defer {
        limit = before
        #expect(setrlimit(resource, &limit) == 0)
    }
    try await body()
}
