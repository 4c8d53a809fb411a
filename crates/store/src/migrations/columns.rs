//! Column shapes that every table shares: text for words, big integers for ids and milliseconds.

use sea_orm::sea_query::{ColumnDef, IntoIden};

pub fn id() -> ColumnDef {
    ColumnDef::new("id").big_integer().not_null().auto_increment().primary_key().take()
}
pub fn text(name: impl IntoIden) -> ColumnDef {
    ColumnDef::new(name).text().not_null().take()
}
pub fn text_or_none(name: impl IntoIden) -> ColumnDef {
    ColumnDef::new(name).text().null().take()
}
pub fn number(name: impl IntoIden) -> ColumnDef {
    ColumnDef::new(name).big_integer().not_null().take()
}
pub fn number_or_none(name: impl IntoIden) -> ColumnDef {
    ColumnDef::new(name).big_integer().null().take()
}
pub fn small(name: impl IntoIden) -> ColumnDef {
    ColumnDef::new(name).integer().not_null().take()
}
pub fn small_or_none(name: impl IntoIden) -> ColumnDef {
    ColumnDef::new(name).integer().null().take()
}
pub fn flag(name: impl IntoIden) -> ColumnDef {
    ColumnDef::new(name).boolean().not_null().take()
}
pub fn json(name: impl IntoIden) -> ColumnDef {
    ColumnDef::new(name).json().not_null().take()
}
