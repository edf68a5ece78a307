#include "standard_streams.h"

#include <fcntl.h>
#include <unistd.h>

__attribute__((constructor)) void open_standard_streams(void) {
    for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; stream++) {
        // open(2) returns the lowest unused number. The error of access in the wrong direction is EBADF, as for a closed stream.
        if (fcntl(stream, F_GETFD) < 0) (void)open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
}
