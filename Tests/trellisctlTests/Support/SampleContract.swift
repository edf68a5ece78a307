import Varlink

/// A contract with every construct of the language.
enum SampleContract {
    static let text = """
        # Everything that a contract can have.
        interface org.example.Sample

        # How loud something is.
        type Loudness (
          # Hardly to be heard.
          soft,
          # To be heard from afar.
          loud
        )

        # Where something is.
        type Point (
          # How far to the right.
          x: int,
          # How far up.
          y: int
        )

        # Something to be heard.
        type Sound (
          # What it is called.
          title: string,
          # How loud it is.
          loudness: ?Loudness,
          # Where it comes from.
          at: ?Point,
          # When it was heard: a time as RFC 3339 has it, in UTC.
          heard: ?string
        )

        # One of a chain.
        type Link (name: string, next: ?Link)

        # Tells what it was given. The rest of this comment is there to be wrapped: it is longer than any terminal is wide.
        # [Requires role 'read']
        method Echo(
          # A text that has to be given.
          title: string,
          # A number that has to be given.
          count: int,
          ratio: ?float,
          isLoud: ?bool,
          # How loud to be.
          loudness: ?Loudness,
          # What it belongs to.
          tags: ?[]string,
          # Where it is.
          at: ?Point,
          notes: ?[string]string,
          data: ?object,
          # A parameter called as an option of the program.
          timeout: ?int,
          chain: ?Link
        ) -> (parameters: object)

        # Keeps a sound.
        method Place(
          # The sound.
          sound: Sound,
          # How often it is heard.
          times: int
        ) -> (sound: Sound, times: int)

        # Keeps sounds.
        method PlaceAll(
          # The sounds.
          sounds: []Sound
        ) -> (kept: int)

        # Lists the sounds that are kept. One empty reply when there is none.
        # [Requires 'more' flag]
        method List(
          # Only sounds that are called like this.
          filter: ?string
        ) -> (sound: ?Sound)

        # Gives all sounds at once, and how many there are.
        method All() -> (count: int, sounds: []Sound)

        # Counts.
        # [Supports 'more' flag]
        method Count(to: int) -> (number: int)

        # Lists the sounds that are kept, then every one that is.
        # [Requires 'more' flag]
        method Hear() -> (sound: Sound)

        # Tells every change.
        # [Requires 'more' flag]
        method Watch(
          # Tell the changes after this revision.
          since: ?int
        ) -> (event: string, revision: ?int)

        # Tells every change, and no revision.
        # [Requires 'more' flag]
        method Listen() -> (event: string)

        # Keeps a word for the connection.
        method Remember(word: string) -> ()

        # Tells the words that were kept for the connection.
        method Recall() -> (words: []string)

        # Goes on until it is cancelled.
        method Wait() -> ()

        # Refuses.
        method Refuse(reason: string) -> ()

        # It was refused.
        error Refused (
          # Why.
          reason: string
        )

        # There is no space left.
        # [Exit status 'EX_IOERR']
        error StorageFull ()

        # The changes after this revision are not kept any more.
        error HistoryUnavailable (since: int)
        """

    static let description = try? InterfaceDescription(parsing: text)

    static let contract = VarlinkContract(
        name: "org.example.Sample", description: text,
        methods: (description?.methods ?? []).map { .init(name: $0.name, streaming: $0.streaming) })
}
