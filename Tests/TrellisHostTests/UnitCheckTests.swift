import Testing

@testable import TrellisHost

@Suite("The check as a unit", .timeLimit(.minutes(2)))
struct UnitCheckTests {
    @Test("copies what determines the program's input from all files of the unit, and creates no directory")
    func properties() {
        let check = UnitCheck(
            unit: "trellisd.service",
            files: """
                # /lib/systemd/system/trellisd.service
                [Unit]
                Environment=NOT=THIS

                [Service]
                Type=notify
                ExecStart=/usr/bin/trellisd
                User=trellis
                ; Group=other
                StateDirectory=trellis
                RuntimeDirectory=trellisd:alias two
                Environment=A=1 \\
                  "B=2 3"
                MemoryMax=1G

                # /etc/systemd/system/trellisd.service.d/override.conf
                [Service]
                LoadCredential=
                LoadCredential = movies.tmdb:/etc/trellis/tmdb.key

                """)
        #expect(
            check.properties == [
                "User=trellis", "Environment=STATE_DIRECTORY=/var/lib/trellis",
                "Environment=RUNTIME_DIRECTORY=/run/trellisd:/run/two", #"Environment=A=1    "B=2 3""#,
                "LoadCredential=", "LoadCredential=movies.tmdb:/etc/trellis/tmdb.key",
            ])
    }
}
