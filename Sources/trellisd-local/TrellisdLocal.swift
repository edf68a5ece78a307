import TrellisDaemon
import TrellisHost

/// The program `trellisd-local`: `trellisd` without the client of etcd, whose libraries take a third of the first build.
///
/// `make run` and `make demo` build it. It is not installed.
@main
enum TrellisdLocal {
    static func main() async {
        await Host.trellisd(
            absent: ["digest", "summaries"].map {
                AbsentPlugin($0, because: "the plugin needs the client of etcd, which only trellisd has (make build)")
            })
    }
}
