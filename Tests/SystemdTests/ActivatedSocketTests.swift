import Glibc
import Testing

@testable import Systemd

@Suite("ActivatedSocket", .timeLimit(.minutes(2)))
struct ActivatedSocketTests {
    private let directory = TemporaryDirectory()

    private func isOpen(_ descriptor: Int32) -> Bool { fcntl(descriptor, F_GETFD) >= 0 }

    @Test("returns the path of a listening socket")
    func listening() {
        let path = "\(directory.path)/io.trellis"
        let socket = ActivatedSocket(adopting: listeningSocket(at: path), name: "varlink")
        #expect(socket.kind == .listening)
        #expect(socket.path == path)
        #expect(socket.name == "varlink")
    }

    @Test("recognizes a connection")
    func connection() {
        var pair: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair)
        let socket = ActivatedSocket(adopting: pair[0], name: "varlink")
        #expect(socket.kind == .connection)
        #expect(socket.path == nil)
        Glibc.close(pair[1])
    }

    @Test("recognizes descriptors that are not Unix stream sockets")
    func otherDescriptors() {
        var pipeEnds: [Int32] = [-1, -1]
        pipe(&pipeEnds)
        #expect(ActivatedSocket(adopting: pipeEnds[0], name: "x").kind == .other)
        #expect(ActivatedSocket(adopting: pipeEnds[1], name: "x").kind == .other)
        let datagram = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        #expect(ActivatedSocket(adopting: datagram, name: "x").kind == .other)
        let internet = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #expect(ActivatedSocket(adopting: internet, name: "x").kind == .other)
    }

    @Test("recognizes a Unix stream socket that neither listens nor is connected")
    func deafSocket() {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        let path = "\(directory.path)/deaf"
        let isBound = UnixSocketAddress(path)?.withSocketAddress { bind(descriptor, $0, $1) } == 0
        #expect(isBound)
        let socket = ActivatedSocket(adopting: descriptor, name: "varlink")
        #expect(socket.kind == .other)
        #expect(socket.path == path)
    }

    @Test("does not close a released descriptor")
    func release() {
        let descriptor = listeningSocket(at: "\(directory.path)/a")
        do {
            let socket = ActivatedSocket(adopting: descriptor, name: "varlink")
            #expect(socket.release() == descriptor)
            #expect(socket.release() == nil)
        }
        #expect(isOpen(descriptor))
        Glibc.close(descriptor)
    }

    @Test("closes a descriptor that is not released")
    func close() {
        var pair: [Int32] = [-1, -1]
        socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &pair)
        var adopted: ActivatedSocket? = ActivatedSocket(adopting: pair[0], name: "varlink")
        #expect(adopted != nil)
        adopted = nil
        // The end of the stream follows when the other end is closed.
        var byte: UInt8 = 0
        #expect(read(pair[1], &byte, 1) == 0)
        Glibc.close(pair[1])
    }
}

/// Creates a Unix stream socket that listens at a path.
func listeningSocket(at path: String) -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    guard let address = UnixSocketAddress(path), address.withSocketAddress({ bind(descriptor, $0, $1) }) == 0,
        listen(descriptor, 8) == 0
    else { fatalError("listen: errno \(errno)") }
    return descriptor
}
