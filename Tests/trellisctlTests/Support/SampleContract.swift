import Varlink

/// A contract with every construct of the language.
enum SampleContract {
    static let text = """
        # Every construct of a contract.
        interface org.example.Sample

        # The loudness of a sound.
        type Loudness (
          # Barely audible.
          soft,
          # Audible from far away.
          loud
        )

        # A position.
        type Point (
          # The horizontal distance.
          x: int,
          # The vertical distance.
          y: int
        )

        # A sound.
        type Sound (
          # Its title.
          title: string,
          # Its loudness.
          loudness: ?Loudness,
          # Its origin.
          at: ?Point,
          # The time at which it was heard, in RFC 3339 format in UTC.
          heard: ?string
        )

        # An element of a chain.
        type Link (name: string, next: ?Link)

        # Returns its parameters. The rest of this comment is long enough to be wrapped on a terminal of an ordinary width.
        # [Requires role 'read']
        method Echo(
          # A required string.
          title: string,
          # A required number.
          count: int,
          ratio: ?float,
          isLoud: ?bool,
          # The loudness.
          loudness: ?Loudness,
          # The tags.
          tags: ?[]string,
          # The position.
          at: ?Point,
          notes: ?[string]string,
          data: ?object,
          # A parameter called as an option of the program.
          timeout: ?int,
          chain: ?Link
        ) -> (parameters: object)

        # Stores a sound.
        method Place(
          # The sound.
          sound: Sound,
          # The number of repetitions.
          times: int
        ) -> (sound: Sound, times: int)

        # Stores sounds.
        method PlaceAll(
          # The sounds.
          sounds: []Sound
        ) -> (kept: int)

        # Lists the stored sounds; one empty reply if there are none.
        # [Requires 'more' flag]
        method List(
          # The title of the sounds to list.
          filter: ?string
        ) -> (sound: ?Sound)

        # Returns all sounds and their number.
        method All() -> (count: int, sounds: []Sound)

        # Counts.
        # [Supports 'more' flag]
        method Count(to: int) -> (number: int)

        # Lists the stored sounds, and then each new one.
        # [Requires 'more' flag]
        method Hear() -> (sound: Sound)

        # Reports every change.
        # [Requires 'more' flag]
        method Watch(
          # The revision after which changes are reported.
          since: ?int
        ) -> (event: string, revision: ?int)

        # Reports every change, without revisions.
        # [Requires 'more' flag]
        method Listen() -> (event: string)

        # Stores a word for the connection.
        method Remember(word: string) -> ()

        # Returns the words stored for the connection.
        method Recall() -> (words: []string)

        # Returns the number, and a note about it.
        method Select(
          # A note.
          # [Positional]
          note: ?string,
          # The number.
          number: int,
          # A remark.
          remark: ?string
        ) -> (parameters: object)

        # Lists the stored sounds, also from a copy.
        # [Requires 'more' flag]
        method Peek(
          # Read the copy.
          stale: ?bool
        ) -> (sound: ?Sound, asOf: ?string)

        # Runs until it is cancelled.
        method Wait() -> ()

        # Fails with an error.
        method Refuse(reason: string) -> ()

        # The request was refused.
        error Refused (
          # The reason.
          reason: string
        )

        # No space is left.
        # [Exit status 'EX_IOERR']
        error StorageFull ()

        # The changes after this revision are no longer available.
        error HistoryUnavailable (since: int)
        """

    static let description = try? InterfaceDescription(parsing: text)

    static let contract = VarlinkContract(
        name: "org.example.Sample", description: text,
        methods: (description?.methods ?? []).map { .init(name: $0.name, streaming: $0.streaming) })
}
