import TrellisDaemon
import TrellisHost

/// The program `trellisd-local`: `trellisd` without the client of etcd, whose libraries, gRPC and BoringSSL among them, take long to compile.
///
/// `make run` and `make demo` build it. It is not installed.
@main
enum TrellisdLocal {
    static func main() async {
        await Host.trellisd(
            program: "trellisd-local",
            absent: ["digest", "summaries"].map {
                AbsentPlugin($0, because: "the plugin needs the client of etcd, which only trellisd has (make build)")
            })
    }
}
