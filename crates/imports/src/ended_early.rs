/// A run that ended early. Another run goes on from there.
#[derive(Debug)]
pub struct EndedEarly<Report, Error> {
    pub error: Error,
    /// What was done until then, if anything was.
    pub report: Option<Report>,
}
