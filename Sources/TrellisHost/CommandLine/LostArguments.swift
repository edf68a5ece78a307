import Foundation

/// The arguments that the kernel passed to this process, and that the Swift runtime does not have.
///
/// The runtime finds the arguments in front of the environment. A library whose constructor calls setenv(3) moves the
/// environment, and the program then seems to have no arguments.
enum LostArguments {
    /// The arguments in one line; nil when none is lost.
    static var current: String? {
        // The kernel ends each argument with a zero byte.
        let bytes = (try? Data(contentsOf: URL(fileURLWithPath: "/proc/self/cmdline"))) ?? Data()
        let words = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast().dropFirst()
        return words.isEmpty ? nil : words.map { String(decoding: $0, as: UTF8.self) }.joined(separator: " ")
    }
}
