import CFuzzer
import FuzzChecks

/// Tries InterfaceCheck with inputs that libFuzzer makes.
@main enum InterfaceFuzzer {
    static func main() {
        var count = CommandLine.argc
        var arguments = CommandLine.unsafeArgv
        LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
            // Safe: libFuzzer gives a pointer to so many bytes, which stay where they are until this returns.
            InterfaceCheck.run(Array(UnsafeBufferPointer(start: bytes, count: count)))
            return 0
        }
    }
}
