#ifndef FUZZER_H
#define FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// libFuzzer: calls `test` with inputs of its making until it is told to stop, by the options in the arguments.
int LLVMFuzzerRunDriver(
    int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv, int (*_Nonnull test)(const uint8_t *_Nullable bytes, size_t count));

#endif
