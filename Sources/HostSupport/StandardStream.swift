import CommandModel
import Foundation
import SystemPackage
import Systemd

/// Standard output or standard error of the process.
///
/// `FileHandle.write(_:)` ends the process with an illegal instruction when the stream is closed or its disk is full, and
/// `print` ignores the error. Control characters, other than the ends of lines, are escaped: a text may quote a file or an
/// argument, which must not control the operator's terminal. Backslashes are unchanged: a diagnostic has escaped its values, and
/// a JSON schema contains backslashes.
package enum StandardStream {
    /// Writes a text to standard output, the result of a command.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - effect: A sentence without a full stop on what the command has done, if it has changed anything.
    /// - Throws: ``HostFailure`` with the status 74 (EX_IOERR) when the text can't be written completely.
    package static func printResult(_ text: String, after effect: String? = nil) throws(HostFailure) {
        do {
            try write(escaped(text), to: .standardOutput)
        } catch {
            throw HostFailure(
                .inputOutputError, "cannot write to standard output: \(error)",
                advice: effect
                    ?? "The result is incomplete: redirect it to a file with enough space or to a program that reads it"
            )
        }
    }

    /// Writes a message to standard error.
    ///
    /// A message that can't be written is lost. The exit status does not depend on it.
    package static func report(_ text: String) {
        try? write(escaped(text), to: .standardError)
    }

    /// Returns a function that writes a ``ProgressLine`` to standard error; nil if standard error is not a terminal.
    package static var progressOutput: (@Sendable (String) -> Void)? {
        guard isatty(STDERR_FILENO) == 1 else { return nil }
        return { text in try? write(text, to: .standardError) }
    }

    private static func escaped(_ text: String) -> String {
        text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { String($0).replacingControlCharacters }.joined(separator: "\n")
    }

    private static func write(_ text: String, to stream: FileDescriptor) throws(Errno) {
        do {
            try stream.writeAll(text.utf8)
        } catch let error as Errno {
            throw error
        } catch {
            throw .ioError
        }
    }
}
