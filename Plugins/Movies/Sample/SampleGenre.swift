/// What the invented titles of one genre are made of.
///
/// In a pattern, `{place}`, `{thing}`, `{role}`, `{name}` and `{other}` stand for words that the title gets.
struct SampleGenre: Sendable {
    /// What the genre is called.
    var name: String

    /// Patterns of names.
    var names: [String]

    /// Patterns of what the titles are about.
    var plots: [String]

    /// Patterns of the line that advertises them.
    var taglines: [String]

    /// Things that matter in them.
    var things: [String]

    /// What those in them do for a living.
    var roles: [String]
}

extension SampleGenre {
    /// Every genre of the catalogue.
    static let all: [SampleGenre] = [
        SampleGenre(
            name: "Drama",
            names: [
                "The {role} of {place}", "What {name} Kept", "A {thing} for {name}", "Leaving {place}",
                "The {thing} on {place} Road",
            ],
            plots: [
                "After thirty years {name} comes home to {place} with a {thing}, and {other} never stopped waiting.",
                "{name}, the last {role} in {place}, has one winter to decide what becomes of the {thing}.",
                "A {thing} changes hands three times in {place}, and each time somebody tells the truth.",
            ],
            taglines: ["Some doors stay open.", "Nobody in {place} forgets.", "One {thing}. Two lives."],
            things: ["Borrowed Piano", "Winter Coat", "Paper Boat", "Blue Letter", "Broken Scale", "Second Key"],
            roles: ["Lamplighter", "Beekeeper", "Ferryman", "Schoolmaster", "Bookbinder", "Gardener"]),
        SampleGenre(
            name: "Crime",
            names: [
                "Heat over {place}", "The {place} Ledger", "{name} and the {thing}", "Nobody Owns {place}",
                "The {thing} Trade",
            ],
            plots: [
                "When the heat comes down on {place}, {name} has until morning to move the {thing}.",
                "{other} was an honest {role} until the {thing} turned up under the floor of the {place} savings bank.",
                "A {role} in {place} starts to keep a second set of books, and {name} starts to read them.",
            ],
            taglines: ["Everybody has a price list.", "Turn up the heat.", "In {place}, even the silence is stolen."],
            things: ["Glass Alibi", "Copper Wire", "Marked Deck", "Quiet Engine", "Salted Evidence", "Silver Receipt"],
            roles: ["Locksmith", "Pawnbroker", "Night Porter", "Bookkeeper", "Bailiff", "Harbour Pilot"]),
        SampleGenre(
            name: "Comedy",
            names: [
                "The Wrong {role}", "{name} Has a {thing}", "Three Weddings in {place}", "Welcome to {place}, {name}",
                "My Neighbour the {role}",
            ],
            plots: [
                "{name} is hired as the {role} of {place} by mistake, and is far too polite to say so.",
                "A {thing} wins first prize at the {place} fair. {name} wants it back; {other} wants it stuffed.",
                "Two families, one {thing}, and a {role} who has promised it to both of them.",
            ],
            taglines: ["It seemed polite at the time.", "First come, worst served.", "{place} was quiet. Was."],
            things: [
                "Talking Goose", "Runaway Cake", "Spare Uncle", "Inflatable Organ", "Prize Marrow", "Rented Llama",
            ],
            roles: ["Mayor", "Best Man", "Dentist", "Ski Teacher", "Alderman", "Piano Tuner"]),
        SampleGenre(
            name: "Science Fiction",
            names: [
                "The {thing} of {place} Station", "Colony {name}", "Signal from {place}", "The Last {role}",
                "Beyond the {thing}",
            ],
            plots: [
                "Far out, the {role} of {place} Station hears {name} call for help, who has not been born yet.",
                "The {thing} was built to count the stars. On its last night it counts one too many.",
                "{name} wakes ninety years early on the way to {place}, with a {thing} and nobody to ask.",
            ],
            taglines: ["Count again.", "Help is ninety years away.", "Somebody left the {thing} on."],
            things: ["Slow Engine", "Glass Orbit", "Heat Shield", "Pale Antenna", "Borrowed Sun", "Folding Map"],
            roles: ["Navigator", "Archivist", "Botanist", "Cartographer", "Welder", "Translator"]),
        SampleGenre(
            name: "Thriller",
            names: [
                "Last Train to {place}", "The {thing} Protocol", "{name} Is Not Here", "Eleven Minutes in {place}",
                "Do Not Wake the {role}",
            ],
            plots: [
                "The last train to {place} has six passengers, one {thing}, and somebody who is not {name}.",
                "{other} gets a call from {name}, who was buried on Tuesday, about a {thing} that was not.",
                "A {role} has eleven minutes to leave {place}, and the road is longer than that.",
            ],
            taglines: ["Mind the gap.", "She said she would call.", "You have eleven minutes."],
            things: ["Cold Relay", "Empty Chair", "White Noise", "Red Ticket", "Dead Heat", "Sleeping Fuse"],
            roles: ["Signalman", "Courier", "Interpreter", "Anaesthetist", "Watchman", "Radio Operator"]),
        SampleGenre(
            name: "Fantasy",
            names: [
                "The {role} and the {thing}", "A Crown for {place}", "The {thing} of {place}", "{name} Under the Hill",
                "Seven Lanterns for {place}",
            ],
            plots: [
                "Every hundred years {place} forgets its king. This time {name}, a {role}, remembers.",
                "To lift the fog over {place}, {name} has to carry a {thing} to a mountain that moves.",
                "{other} swears never to open the {thing}. The {role} of {place} swears it opened itself.",
            ],
            taglines: ["Carry a light.", "The hill remembers.", "Every {thing} wants something."],
            things: ["Thorn Crown", "Hollow Bell", "Moth Lantern", "Salt Mirror", "Ninth Feather", "Iron Rose"],
            roles: ["Hedge Witch", "Cartwright", "Falconer", "Charcoal Burner", "Bell Ringer", "Oarsman"]),
        SampleGenre(
            name: "Adventure",
            names: [
                "The Road past {place}", "{name} and the {thing}", "North of {place}", "The {role} of the Far River",
                "In the Heat of {place}",
            ],
            plots: [
                "A map drawn on a {thing} takes {name} and a {role} from {place} further than either can pay for.",
                "{name} bets {other} that nobody can cross the plain of {place} in the heat of July.",
                "The river took the bridge, the {role} took the {thing}, and {name} took the wrong turn.",
            ],
            taglines: ["It is shorter on the map.", "Pack light.", "There was a bridge once."],
            things: ["Tin Compass", "Painted Oar", "Camel Bell", "Ivory Die", "Patched Balloon", "Brass Anchor"],
            roles: ["Muleteer", "Surveyor", "River Pilot", "Mapmaker", "Stowaway", "Bush Doctor"]),
        SampleGenre(
            name: "Romance",
            names: [
                "A Summer in {place}", "{name} Writes Back", "The {role}'s Daughter", "Tango for {name}",
                "The {thing} Waltz",
            ],
            plots: [
                "{name} comes to {place} to sell a house. {other}, the {role}, comes with the house.",
                "For nine years {name} and {other} send one {thing} back and forth, and never a word.",
                "A {role} in {place} writes love letters for money, until {name} orders one without an address.",
            ],
            taglines: ["Yours, as ever.", "Return to sender.", "It rained all summer."],
            things: ["Apricot Tree", "Second Umbrella", "Dance Card", "Lemon Cup", "Window Seat", "Postcard Rack"],
            roles: ["Confectioner", "Lighthouse Keeper", "Postman", "Violin Maker", "Florist", "Swimming Teacher"]),
        SampleGenre(
            name: "Mystery",
            names: [
                "The {place} Inheritance", "Who Moved the {thing}", "The {role} Did Not Answer", "Midnight at {place}",
                "The Case of the {thing}",
            ],
            plots: [
                "The {thing} of {place} has hung in the hall for two centuries. On Thursday it is the right way up.",
                "{name}, a retired {role}, is asked to find out who has been winding the clocks of {place}.",
                "Nine guests, eight beds, and a {role} who swears that {name} was the tenth.",
            ],
            taglines: ["Look behind it.", "Somebody set the table for ten.", "The clock was right."],
            things: [
                "Upside-down Portrait", "Green Umbrella Stand", "Missing Stair", "Velvet Thumb", "Locked Dovecote",
                "Odd Glove",
            ],
            roles: ["Organist", "Housekeeper", "Coroner", "Chess Master", "Clock Winder", "Verger"]),
        SampleGenre(
            name: "Documentary",
            names: [
                "{place}: A Year", "The {role}s", "Made in {place}", "A History of the {thing}",
                "How {place} Was Drained",
            ],
            plots: [
                "Four seasons with the {role}s of {place}, who still make each {thing} by hand.",
                "In the heat of one summer {place} lost its lake. {name} and {other} tell how, and what came up.",
                "Nobody invented the {thing}. Everybody in {place} remembers how.",
            ],
            taglines: ["By hand.", "A lake, and then none.", "It takes a year."],
            things: ["Wooden Skate", "Slate Roof", "Tide Clock", "Hemp Rope", "Eel Trap", "Goose Quill"],
            roles: ["Thatcher", "Peat Cutter", "Saltmaker", "Basket Weaver", "Eel Fisher", "Bell Founder"]),
    ]
}
