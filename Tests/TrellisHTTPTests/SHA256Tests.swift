import Testing
import TrellisHTTP

/// The examples of FIPS 180-4, as NIST publishes them ("Cryptographic Standards and Guidelines: Example Values").
@Suite("SHA-256", .timeLimit(.minutes(2)))
struct SHA256Tests {
    /// The digests of four messages.
    static let vectors: [(message: String, digest: String)] = [
        ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        (
            "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
            "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
        ),
        (
            String(repeating: "a", count: 1_000_000),
            "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        ),
    ]

    @Test("computes the digests of the standard's examples", arguments: vectors.indices)
    func digests(of index: Int) {
        let (message, digest) = Self.vectors[index]
        #expect(SHA256.digest(of: Array(message.utf8)).hexadecimal == digest)
    }

    @Test("computes the same digest when a message is appended in parts", arguments: [1, 55, 56, 63, 64, 65, 1_000])
    func parts(of size: Int) {
        let message = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        var hash = SHA256()
        var rest = message[...]
        while !rest.isEmpty {
            hash.update(Array(rest.prefix(size)))
            // Reading the digest does not end the message.
            _ = hash.digest
            rest = rest.dropFirst(size)
        }
        #expect(hash.digest == SHA256.digest(of: message))
    }
}
