import Foundation

extension BootedMachine {
    /// The unit of the daemon.
    static let service = "trellisd.service"

    /// The unit of the control socket.
    static let socket = "trellisd.socket"

    /// Boots a machine with Trellis installed by `make install` and the README's commands: the socket is active, and
    /// the daemon has not been started.
    ///
    /// - Parameters:
    ///   - configuration: The contents of a configuration drop-in, if any.
    ///   - body: Receives the machine.
    /// - Returns: The value that the body returns.
    /// - Throws: ``BootError`` when the machine does not boot, ``CommandFailure`` when the installation fails, and any
    ///   error of the body.
    @discardableResult
    static func bootWithTrellis<Result: Sendable>(
        configuration: String? = nil, _ body: @Sendable (BootedMachine) async throws -> Result
    ) async throws -> Result {
        try await boot(Programs.system) { machine in
            try await machine.install(tree: Programs.stage ?? URL(filePath: "/nonexistent"))
            try await machine.allowToolchain()
            if let configuration { try await machine.configure(configuration) }
            try await machine.run("systemctl", "preset", service, socket)
            try await machine.run("systemctl", "start", socket)
            return try await body(machine)
        }
    }

    /// Allows a daemon to load the libraries of the Swift toolchain, which a debug build uses.
    ///
    /// - Parameter unit: The unit of the daemon. Default: that of the system's daemon.
    /// - Throws: ``CommandFailure`` when a program of the machine fails.
    func allowToolchain(_ unit: String = service) async throws {
        try await run(
            "sh", "-c",
            #"""
            set -e
            libraries=$(ldd /usr/bin/trellisd | sed -n 's|.* => \(/.*\)/libswiftCore.so .*|\1|p')
            [ -n "$libraries" ] || exit 0
            mkdir -p "/run/systemd/system/$0.d"
            printf '[Service]\nExecPaths=%s\n' "$libraries" > "/run/systemd/system/$0.d/10-toolchain.conf"
            systemctl daemon-reload
            """#, unit)
    }

    /// Writes the configuration drop-in, and replaces the previous one.
    func configure(_ text: String) async throws {
        try await write(text, to: "/etc/trellis/trellis.d/50-test.yaml")
    }

    /// The values of properties of the daemon's unit, in the order of the names.
    func service(_ names: String...) async throws -> [String] {
        var values: [String] = []
        for name in names { values.append(try await properties(of: Self.service, name)[name] ?? "") }
        return values
    }

    /// Blocks the start of Items: a preloaded library opens a pipe before the daemon opens the database, and waits for
    /// a writer of the pipe.
    func holdUpItems() async throws {
        try await run(
            "sh", "-c",
            """
            set -e
            mkfifo -m 644 /var/lib/hold
            cat > /tmp/hold.c <<'END'
            #define _GNU_SOURCE
            #include <dlfcn.h>
            #include <fcntl.h>
            #include <stdarg.h>
            #include <string.h>
            #include <sys/types.h>
            #include <unistd.h>
            typedef int opener(const char *, int, ...);
            static int open_after_pipe(const char *name, const char *path, int flags, mode_t mode) {
                opener *open_next = (opener *)dlsym(RTLD_NEXT, name);
                const char *end = strrchr(path, '/');
                if (end != NULL && strcmp(end, "/items.sqlite") == 0) {
                    int pipe = open_next("/var/lib/hold", O_RDONLY);
                    if (pipe >= 0) close(pipe);
                }
                return open_next(path, flags, mode);
            }
            static mode_t next_mode(int flags, va_list list) { return flags & O_CREAT ? va_arg(list, mode_t) : 0; }
            int open(const char *path, int flags, ...) {
                va_list list;
                va_start(list, flags);
                mode_t mode = next_mode(flags, list);
                va_end(list);
                return open_after_pipe("open", path, flags, mode);
            }
            int open64(const char *path, int flags, ...) {
                va_list list;
                va_start(list, flags);
                mode_t mode = next_mode(flags, list);
                va_end(list);
                return open_after_pipe("open64", path, flags, mode);
            }
            END
            PATH=\(Self.searchPath) clang -shared -fPIC -o /usr/lib/hold.so /tmp/hold.c
            mkdir -p /run/systemd/system/trellisd.service.d
            printf '[Service]\\nEnvironment=LD_PRELOAD=/usr/lib/hold.so\\n' > /run/systemd/system/trellisd.service.d/hold.conf
            systemctl daemon-reload
            """)
    }

    /// Unblocks the start of Items.
    func letItemsGoOn() async throws {
        try await run("sh", "-c", "exec 3> /var/lib/hold && rm /var/lib/hold && exec 3>&-")
    }

    /// The host's search path for programs, which includes the compiler, unlike the search path of the machine.
    private static var searchPath: String { ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin" }
}
