/// Places and people that there are not.
enum SampleNames {
    /// Places in which the invented titles play.
    static let places = [
        "Marrowick", "Quillhaven", "Oskedal", "Tessaly Bay", "Brannock", "Vellmoor", "Saint Orrin", "Kestrel Point",
        "Lowmere", "Pallas Ferry", "Duskwater", "Hollin Cross", "Nettlebury", "Ardenholt", "Farrow Island",
        "Sundermark",
        "Copperlea", "Wexcombe", "Ravelin", "Mirefield", "Ottervale", "Thistledown Quay", "Graylingen", "Eastermarch",
    ]

    /// First names.
    static let first = [
        "Ada", "Bruno", "Cilia", "Dorian", "Edda", "Florian", "Greta", "Hanno", "Ilse", "Jorun", "Kasimir", "Lavinia",
        "Mirela", "Nestor", "Odile", "Pavel", "Quirin", "Rosalie", "Sander", "Tilda", "Ulla", "Viggo", "Wilma",
        "Yorick",
    ]

    /// Last names.
    static let last = [
        "Marrow", "Quillfeather", "Oskar", "Tessel", "Brand", "Vellacott", "Orrinson", "Kestrel", "Lowry", "Pallister",
        "Dusk", "Hollin", "Nettle", "Arden", "Farrow", "Sunder", "Copperfield-Lee", "Wexley", "Ravel", "Mire",
    ]
}
