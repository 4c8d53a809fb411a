//! The people who sign the posts: as invented as the products that they write about.

/// Name, and the line about them at the foot of their posts.
pub const PEOPLE: [(&str, &str); 7] = [
    ("Nekesa Wabule", "Nekesa Wabule reviews devices, and keeps a jar of the screws they arrive with."),
    ("Gathoni Murage", "Gathoni Murage explains science and electricity with whatever lies on the kitchen table."),
    ("Mwende Kilonzi", "Mwende Kilonzi writes about money, and does each sum in pencil first."),
    ("Rehema Mwakio", "Rehema Mwakio follows goods in and out of Mombasa, with the tide table in her bag."),
    ("Otiato Nandwa", "Otiato Nandwa reads budgets, bills and drains to the end, so that you need not."),
    ("Dabaso Tuye", "Dabaso Tuye writes about software, and trusts none that he cannot switch off."),
    ("Juma Kazembe", "Juma Kazembe covers what is heard and watched, from the back row of the matatu."),
];

/// The line about who signs with this name.
pub fn about(name: &str) -> Option<&'static str> {
    PEOPLE.iter().find(|(person, _)| *person == name).map(|(_, line)| *line)
}
