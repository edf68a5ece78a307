/// The built-in catalogue of invented titles, which needs no network.
enum SampleCatalogue {
    /// The titles in the order of their numbers.
    static let titles: [SampleTitle] = films.enumerated().map { index, film in
        let isUpcoming = film.released.isEmpty
        let number = index + 1
        let team = (0..<5).map { people[(number * 5 + $0 * 3) % people.count] }
        return SampleTitle(
            number: number, name: film.name, released: isUpcoming ? nil : film.released, minutes: film.minutes,
            rating: isUpcoming ? nil : film.rating, votes: isUpcoming ? 0 : film.votes, genre: film.genre,
            plot: film.plot, director: team[0], cast: Array(team.dropFirst()))
    }

    /// The directors and actors.
    private static let people = [
        "Ada Marrow", "Bruno Lowry", "Cilia Brand", "Dorian Kestrel", "Edda Nettle", "Florian Hollin", "Greta Arden",
        "Hanno Farrow", "Ilse Sunder", "Jorun Wexley", "Kasimir Ravel", "Lavinia Mire", "Mirela Dusk", "Nestor Quill",
    ]

    private typealias Film = (
        name: String, released: String, minutes: Int, rating: Double, votes: Int, genre: String, plot: String
    )

    private static let films: [Film] = [
        ("Heat over Marrowick", "1995-03-17", 104, 7.8, 14_200, "Crime", "A locksmith has one night for a ledger."),
        ("The Last Lamplighter", "1957-10-04", 94, 8.1, 9120, "Drama", "One winter decides about the lamps of a town."),
        ("The Wrong Ferryman", "1988-06-10", 91, 6.4, 2310, "Comedy", "Two brothers share one boat and one name."),
        ("Harbour at Dawn", "1963-02-22", 88, 7.2, 1840, "Drama", "A pilot waits for a ship that was sold."),
        ("The Glass Alibi", "1949-11-18", 97, 7.6, 3050, "Crime", "A window saw everything."),
        ("Quillhaven Station", "2004-09-03", 112, 6.9, 4410, "Mystery", "A train arrives that nobody sent."),
        ("A Map of the Marsh", "1999-04-16", 121, 7.9, 7700, "Adventure", "Three surveyors disagree about a river."),
        ("The Beekeeper's Winter", "2011-01-14", 101, 7.4, 5230, "Drama", "A hive is all that is left of a farm."),
        ("Salt Road", "1972-08-25", 109, 7.0, 2020, "Western", "A caravan carries the wrong barrels."),
        ("Three Weddings in Lowmere", "1996-05-24", 99, 6.6, 6150, "Comedy", "The same band plays at all three."),
        ("The Copper Moon", "1984-12-07", 118, 7.7, 11_300, "Science fiction", "A miner finds a door."),
        ("Night Porter's Holiday", "1978-07-14", 86, 6.1, 1280, "Comedy", "A man who never slept tries to."),
        ("Dead Heat", "2001-10-12", 95, 6.8, 5900, "Sport", "Two runners and one stopwatch."),
        ("The Paper Regatta", "2009-06-19", 90, 7.1, 2760, "Family", "A class builds boats of newspaper."),
        ("Winter Light on Oskedal", "1968-01-26", 83, 7.5, 1930, "Drama", "A painter counts the hours of the sun."),
        ("The Clockmaker's Debt", "1954-09-17", 102, 7.3, 2240, "Thriller", "A clock runs backwards."),
        ("Under the Viaduct", "1991-03-08", 93, 6.7, 1710, "Crime", "A bookkeeper starts a second set of books."),
        ("The Long Table", "2016-11-04", 107, 7.0, 3980, "Drama", "A family meets once too often."),
        ("Signal from Kestrel Point", "2019-08-30", 126, 7.9, 15_800, "Science fiction", "A lighthouse is answered."),
        ("The Silent Orchard", "1976-10-29", 98, 6.5, 1490, "Horror", "No bird sings in the eleventh row."),
        ("Heat of the Moment", "2013-02-15", 92, 5.9, 4020, "Romance", "Two cooks, one kitchen."),
        ("The Duke of Nettlebury", "1966-04-01", 105, 6.8, 2130, "History", "A title is lost at cards."),
        ("Train to Vellmoor", "1982-05-21", 96, 7.2, 2870, "Thriller", "Nobody gets off at the last stop."),
        ("The Borrowed Piano", "2007-12-14", 110, 8.0, 8640, "Music", "It changes hands three times."),
        ("Snow in the Theatre", "1959-02-13", 89, 6.9, 1120, "Romance", "The roof leaks during the second act."),
        ("The Ferry Queue", "1994-07-22", 84, 6.3, 1560, "Comedy", "Four strangers miss the same boat all day."),
        ("Marsh Fire", "2015-09-25", 117, 7.1, 6890, "Action", "A crew of five and a burning moor."),
        ("The Seventh Tide", "2021-03-19", 129, 7.6, 12_700, "Adventure", "An island shows itself once in a life."),
        ("A Letter to Tessaly", "1971-06-11", 95, 7.4, 2050, "Romance", "It arrives thirty years late."),
        ("The Cartographer", "1998-10-09", 113, 7.8, 9050, "Drama", "She draws a town before it is built."),
        ("Body Heat in Brannock", "1986-08-15", 100, 6.2, 2380, "Crime", "A summer without a witness."),
        ("The Weather Office", "2005-01-28", 87, 6.7, 1980, "Comedy", "The forecast is always right, by a day."),
        ("Ravelin", "2018-04-20", 131, 7.5, 10_400, "War", "A fortress that neither side wants."),
        ("The Little Lock", "1961-12-15", 80, 7.0, 1370, "Family", "A barge, a goat and a summer."),
        ("Echoes of the Quarry", "1979-09-28", 103, 6.6, 1650, "Mystery", "A voice answers before it is called."),
        ("The Red Semaphore", "1952-05-02", 92, 7.1, 1820, "War", "One arm of the signal is stuck."),
        ("Gravel and Gold", "1947-11-07", 78, 6.8, 960, "Western", "A claim is worth more than what is in it."),
        ("The Night Gardeners", "2010-07-16", 106, 7.3, 5460, "Fantasy", "What they plant is gone by noon."),
        ("Pallas Ferry", "2023-02-10", 119, 7.7, 13_900, "Drama", "The last crossing has one passenger too many."),
        ("The Understudy of Saint Orrin", "1989-10-20", 98, 6.9, 2210, "Music", "She knows every part but her own."),
        ("The Hollow Regent", "", 124, 0, 0, "History", "A crown is kept for a child that grew up."),
        ("Heat Lightning", "", 101, 0, 0, "Thriller", "A storm chaser is followed."),
        ("The Last Signal Box", "", 93, 0, 0, "Drama", "A line closes, and a train still comes."),
        ("Ottervale", "", 88, 0, 0, "Family", "Two children move a river."),
        ("The Tin Astronaut", "", 115, 0, 0, "Science fiction", "A toy comes back from orbit."),
        ("Graylingen by Night", "", 97, 0, 0, "Crime", "A city map with one street too many."),
        ("The Apple Thieves", "", 90, 0, 0, "Comedy", "A village elects its worst burglar."),
        ("Second Snow", "", 109, 0, 0, "Romance", "They meet again in the same blizzard."),
        ("The Iron Choir", "", 112, 0, 0, "Music", "A foundry sings for its life."),
        ("Thistledown Quay", "", 104, 0, 0, "Mystery", "A lodger has no luggage and no name."),
        ("The Mapless", "", 128, 0, 0, "Adventure", "An expedition burns its charts."),
        ("Eastermarch", "", 136, 0, 0, "Fantasy", "A border walks a mile each year."),
        ("The Quiet Engine", "", 99, 0, 0, "Thriller", "A car that nobody hears."),
        ("Farrow Island", "", 95, 0, 0, "Horror", "The tide brings back what was thrown in."),
        ("The Winter Coat", "", 86, 0, 0, "Drama", "It fits everybody but its owner."),
        ("Duskwater", "", 118, 0, 0, "Action", "A dam, a deadline and a diver."),
        ("The Sparrow Ledger", "", 107, 0, 0, "Crime", "Small debts are written in it."),
        ("Copperlea Road", "", 92, 0, 0, "Western", "A stagecoach keeps its last timetable."),
        ("The Glass Garden", "", 100, 0, 0, "Fantasy", "Its flowers ring before rain."),
        ("Mirefield United", "", 96, 0, 0, "Sport", "Eleven players, ten shirts."),
    ]
}
