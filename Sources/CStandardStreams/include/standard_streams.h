#ifndef TRELLIS_STANDARD_STREAMS_H
#define TRELLIS_STANDARD_STREAMS_H

/// Opens each closed standard stream, so that reading input or writing output through it still fails with EBADF.
///
/// Otherwise the next descriptor, such as a socket, would have the number of a standard stream and receive what is written to it.
/// A program that links this module calls the function before `main`: in an asynchronous `main` of Swift, the runtime has opened
/// descriptors already.
void open_standard_streams(void);

#endif
