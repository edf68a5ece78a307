/* The parts of libsystemd that Trellis uses. Debian: apt-get install libsystemd-dev */

#ifndef CSYSTEMD_SHIM_H
#define CSYSTEMD_SHIM_H

#include <systemd/sd-daemon.h>
#include <systemd/sd-journal.h>

#endif
