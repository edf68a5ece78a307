#ifndef FUZZER_H
#define FUZZER_H

#include <stddef.h>
#include <stdint.h>

/// Runs libFuzzer: calls `test` with generated inputs until a limit in the arguments is reached.
int LLVMFuzzerRunDriver(
    int *_Nonnull argc, char *_Nullable *_Nonnull *_Nonnull argv, int (*_Nonnull test)(const uint8_t *_Nullable bytes, size_t count));

#endif
