/* The parts of libmd that Trellis uses. Debian: apt-get install libmd-dev */

#ifndef CMESSAGEDIGEST_SHIM_H
#define CMESSAGEDIGEST_SHIM_H

#include <sha2.h>

#endif
