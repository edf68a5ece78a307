/// The items of a store with sample items.
public enum SampleItems {
    /// The titles and counts, in the order of the list.
    public static let all = [
        NewItem(title: "Green tea", count: 3), NewItem(title: "Oolong tea", count: 1),
        NewItem(title: "Rice, 5 kg", count: 2), NewItem(title: "Buckwheat noodles", count: 6),
        NewItem(title: "Soy sauce", count: 1), NewItem(title: "Sesame oil", count: 0),
        NewItem(title: "Ginger", count: 4), NewItem(title: "Candles", count: 12),
        NewItem(title: "Matches", count: 2), NewItem(title: "Light bulbs, E27", count: 5),
    ]
}
