import Glibc

/// Core dumps of the process, which would hold credentials and users' data.
enum CoreDumps {
    /// Suppresses them: sets the soft limit on their size to one byte.
    ///
    /// That is too little for a file, and the kernel starts no handler of core_pattern either (do_coredump in fs/coredump.c of
    /// Linux), which it does with a limit of zero: core(5). The hard limit stays, so that prlimit(1) can allow a dump.
    static func suppress() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_CORE.rawValue)
        guard getrlimit(resource, &limit) == 0 else { return }
        limit.rlim_cur = min(1, limit.rlim_max)
        setrlimit(resource, &limit)
    }
}
