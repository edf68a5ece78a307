import CFuzzer
import FuzzChecks

/// Tries MessageCheck with inputs that libFuzzer makes.
@main enum MessageFuzzer {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
            // Safe: libFuzzer gives a pointer to so many bytes, which stay where they are until this returns.
            MessageCheck.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        }
    }
}
