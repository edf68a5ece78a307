import Foundation
import Testing

/// A wall clock that is set back and forth while the daemon runs.
///
/// Containers cannot set the clock of the machine, so a preloaded library adds an offset to it, which the test changes.
@Suite("The clock of the machine", .runsPrograms, .timeLimit(.minutes(10)))
struct ClockTests {
    private static let library = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <fcntl.h>
        #include <stdlib.h>
        #include <sys/time.h>
        #include <time.h>
        #include <unistd.h>

        static long offset(void) {
            char text[32] = "";
            int file = open(getenv("CLOCK_OFFSET"), O_RDONLY | O_CLOEXEC);
            if (file < 0) return 0;
            if (read(file, text, sizeof text - 1) < 0) text[0] = 0;
            close(file);
            return atol(text);
        }

        int clock_gettime(clockid_t clock, struct timespec *result) {
            int (*next)(clockid_t, struct timespec *) =
                (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
            int status = next(clock, result);
            if (status == 0 && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) result->tv_sec += offset();
            return status;
        }

        int gettimeofday(struct timeval *restrict result, void *restrict zone) {
            struct timespec now;
            (void)zone;
            clock_gettime(CLOCK_REALTIME, &now);
            result->tv_sec = now.tv_sec;
            result->tv_usec = now.tv_nsec / 1000;
            return 0;
        }

        time_t time(time_t *result) {
            struct timespec now;
            clock_gettime(CLOCK_REALTIME, &now);
            if (result) *result = now.tv_sec;
            return now.tv_sec;
        }
        """#

    private static let day = 86_400

    @Test("may be set back and forth: changes, streams, restarts, the audit log and the stop are not affected")
    func changes() async throws {
        try await Workplace.with { workplace in
            try workplace.write(Self.library, to: "clock.c")
            let compiled = try await workplace.shell("clang -shared -fPIC -O1 -o $FOLDER/clock.so $FOLDER/clock.c")
            try #require(compiled.status == 0, "\(compiled.error)")
            try workplace.write("0", to: "offset")
            let wrapper = [
                "/usr/bin/env", "LD_PRELOAD=\(workplace.path("clock.so"))",
                "CLOCK_OFFSET=\(workplace.path("offset"))",
            ]
            let outcome = try await workplace.withDaemon(under: wrapper) { daemon in
                let watch = try RawConnection(to: workplace.socket)
                try await watch.send(message: #"{"method":"io.trellis.Items.Watch","more":true,"parameters":{}}"#)
                #expect(try await watch.receive()?.contains(#""event":"ready""#) == true)
                var dates: [String] = []
                for (number, days) in [0, -2, 400, -1, 0].enumerated() {
                    try workplace.write("\(days * Self.day)", to: "offset")
                    let added = try await workplace.trellisctl("items", "add", "tea \(number)", "1", "--json")
                    #expect(added.status == 0, "\(added.error)")
                    let reply = try #require(try await watch.receive())
                    #expect(reply.contains(#""title":"tea \#(number)""#))
                    dates.append(try #require(added.output.firstMatch(of: /"created":"(\d+-\d+-\d+)/)?.1).description)
                }
                // The daemon uses the clock that was set.
                #expect(dates[1] < dates[3] && dates[3] < dates[0] && dates[0] < dates[2] && dates[4] >= dates[0])

                let restarted = try await workplace.trellisctl("plugin", "restart", "items", "--json")
                #expect(restarted.output.contains(#""state":"running""#), "\(restarted.error)")
                let listed = try await workplace.trellisctl("items", "list", "--json")
                #expect(listed.output.split(separator: "\n").count == 5)
                let audit = try await workplace.trellisctl("audit", "--method", "Add", "--json")
                let numbers = audit.output.matches(of: /"sequence":(\d+)/).compactMap { Int($0.1) }
                #expect(numbers.count == 5 && numbers == numbers.sorted())
                #expect(try await workplace.trellisctl("status").status == 0)
            }
            #expect(outcome.status == 0)
            #expect(outcome.log.last?.contains("stopped") == true)
            #expect(!outcome.notifications.contains("WATCHDOG=trigger"))
        }
    }
}
