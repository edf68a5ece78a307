import CFuzzer
import FuzzChecks

/// Runs ValueCheck with inputs from libFuzzer.
@main enum ValueFuzzer {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
            // Safe: libFuzzer passes a pointer to so many bytes, which stay where they are until this returns.
            ValueCheck.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        }
    }
}
