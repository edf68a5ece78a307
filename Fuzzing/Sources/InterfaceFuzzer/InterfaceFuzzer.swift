import CFuzzer
import FuzzChecks

/// Runs InterfaceCheck with inputs from libFuzzer.
@main enum InterfaceFuzzer {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
            // Safe: libFuzzer passes a pointer to `count` bytes, which are valid until this function returns.
            InterfaceCheck.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        }
    }
}
