/// Writes ids of topics into one column, separated by commas, which no id holds; `None` where there are none.
///
/// An earlier version reads the column as one id. Of several it finds no subscriber, and e-mails nobody instead of
/// everyone.
pub fn join_topics(ids: &[String]) -> Option<String> {
    (!ids.is_empty()).then(|| ids.join(","))
}

/// Reads what [`join_topics`] wrote.
pub fn split_topics(column: Option<&str>) -> Vec<String> {
    column.into_iter().flat_map(|ids| ids.split(',')).map(str::to_owned).collect()
}
