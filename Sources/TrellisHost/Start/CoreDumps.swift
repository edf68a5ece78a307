import Glibc

/// Core dumps of the process, which would contain credentials and users' data.
enum CoreDumps {
    /// Suppresses core dumps with a soft limit of one byte on their size.
    ///
    /// With this limit the kernel writes no file, and does not start the handler of core_pattern (do_coredump in
    /// fs/coredump.c of Linux). With a limit of zero it would start the handler (core(5)). The hard limit is unchanged,
    /// so prlimit(1) can allow a dump.
    static func suppress() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(1, limit.rlim_max)
        setrlimit(resource, &limit)
    }
}
