//! Any table as JSON rows, by schema introspection: what a backup reads and a restore writes.

use std::collections::{BTreeMap, BTreeSet};

use sea_orm::sea_query::{Alias, Expr, ExprTrait, Order, Query, SimpleExpr};
use sea_orm::{ConnectionTrait, DbBackend, QueryResult, Statement, Value};
use serde_json::Value as Json;

use super::insert::MAX_VALUES;
use crate::StoreResult;

/// A row: a value for each column.
pub type Row = serde_json::Map<String, Json>;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    pub name: String,
    /// In schema order.
    pub columns: Vec<Column>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    pub name: String,
    pub kind: ColumnKind,
    pub nullable: bool,
    /// Position in the primary key, from 1; 0 where it is no part of it.
    key_position: i64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnKind {
    Integer,
    Boolean,
    Text,
    /// JSON as its stored text, byte for byte.
    Json,
}

/// Tables that the migrations use for themselves.
const MIGRATION_TABLES: [&str; 2] = ["migration_lease", "seaql_migrations"];

/// Names of all tables, those of the migrations included.
pub async fn names(db: &impl ConnectionTrait) -> StoreResult<Vec<String>> {
    Ok(columns(db).await?.into_keys().collect())
}

/// All tables except those of the migrations, in topological order: a table comes after those its foreign keys
/// reference.
pub async fn all(db: &impl ConnectionTrait) -> StoreResult<Vec<Table>> {
    let mut remaining = columns(db).await?;
    remaining.retain(|name, _| !MIGRATION_TABLES.contains(&name.as_str()));
    let references = references(db).await?;
    let mut sorted = Vec::with_capacity(remaining.len());
    while !remaining.is_empty() {
        let has_dependency = |name: &str| {
            references.iter().any(|(child, parent)| child == name && parent != name && remaining.contains_key(parent))
        };
        let next = remaining.keys().find(|name| !has_dependency(name)).or_else(|| remaining.keys().next()).cloned();
        let Some((name, columns)) = next.and_then(|name| remaining.remove_entry(&name)) else { break };
        sorted.push(Table { name, columns });
    }
    Ok(sorted)
}

/// Columns by table.
async fn columns(db: &impl ConnectionTrait) -> StoreResult<BTreeMap<String, Vec<Column>>> {
    let sql = match db.get_database_backend() {
        DbBackend::Sqlite => {
            r#"SELECT m.name AS "table", c.name AS "column", lower(c.type) AS "type", c."notnull" = 0 AS nullable, c.pk AS key_position
               FROM sqlite_master m JOIN pragma_table_info(m.name) c
               WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite%' ORDER BY m.name, c.cid"#
        }
        _ => {
            r#"SELECT t.relname::text AS "table", a.attname::text AS "column", format_type(a.atttypid, NULL)::text AS "type",
                 (NOT a.attnotnull)::int::bigint AS nullable, COALESCE(array_position(k.conkey, a.attnum), 0)::bigint AS key_position
               FROM pg_class t JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
               LEFT JOIN pg_constraint k ON k.conrelid = t.oid AND k.contype = 'p'
               WHERE t.relkind = 'r' AND t.relnamespace = current_schema()::regnamespace ORDER BY t.relname, a.attnum"#
        }
    };
    let mut tables: BTreeMap<String, Vec<Column>> = BTreeMap::new();
    for row in query(db, sql).await? {
        let kind = match row.try_get::<String>("", "type")?.as_str() {
            "bigint" | "integer" => ColumnKind::Integer,
            "boolean" => ColumnKind::Boolean,
            "json" | "jsonb" | "json_text" | "jsonb_text" => ColumnKind::Json,
            _ => ColumnKind::Text,
        };
        tables.entry(row.try_get("", "table")?).or_default().push(Column {
            name: row.try_get("", "column")?,
            kind,
            nullable: row.try_get::<i64>("", "nullable")? == 1,
            key_position: row.try_get("", "key_position")?,
        });
    }
    Ok(tables)
}

/// Foreign keys as pairs of the referencing and the referenced table.
async fn references(db: &impl ConnectionTrait) -> StoreResult<BTreeSet<(String, String)>> {
    let sql = match db.get_database_backend() {
        DbBackend::Sqlite => {
            r#"SELECT m.name AS child, f."table" AS parent FROM sqlite_master m JOIN pragma_foreign_key_list(m.name) f WHERE m.type = 'table'"#
        }
        _ => {
            "SELECT c.relname::text AS child, p.relname::text AS parent FROM pg_constraint k
             JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class p ON p.oid = k.confrelid
             WHERE k.contype = 'f' AND c.relnamespace = current_schema()::regnamespace"
        }
    };
    query(db, sql).await?.iter().map(|row| Ok((row.try_get("", "child")?, row.try_get("", "parent")?))).collect()
}

impl Table {
    /// Up to `limit` rows in primary key order, after the row `after` (keyset pagination).
    pub async fn page(&self, db: &impl ConnectionTrait, after: Option<&Row>, limit: u64) -> StoreResult<Vec<Row>> {
        let mut select = Query::select();
        select.from(Alias::new(&self.name)).limit(limit);
        for column in &self.columns {
            select.expr_as(column.select(db.get_database_backend()), Alias::new(&column.name));
        }
        let key = self.key();
        for column in &key {
            select.order_by(Alias::new(&column.name), Order::Asc);
        }
        if let Some(after) = after {
            let columns = Expr::tuple(key.iter().map(|column| Expr::col(Alias::new(&column.name))));
            let values = Expr::tuple(key.iter().map(|column| Expr::val(column.value(&after[&column.name]))));
            select.and_where(columns.gt(values));
        }
        db.query_all(&select).await?.iter().map(|row| self.read(row)).collect()
    }

    /// Whether the table has a primary key, by which [`Table::page`] reads it.
    pub fn has_key(&self) -> bool {
        !self.key().is_empty()
    }

    fn read(&self, row: &QueryResult) -> StoreResult<Row> {
        self.columns.iter().map(|column| Ok((column.name.clone(), column.read(row)?))).collect()
    }

    /// The columns of the primary key.
    fn key(&self) -> Vec<&Column> {
        let mut key: Vec<&Column> = self.columns.iter().filter(|column| column.key_position > 0).collect();
        key.sort_by_key(|column| column.key_position);
        key
    }

    /// Inserts rows that passed [`Table::check`].
    pub async fn insert(&self, db: &impl ConnectionTrait, rows: &[Row]) -> StoreResult<()> {
        for rows in rows.chunks(MAX_VALUES / self.columns.len().max(1)) {
            let mut insert = Query::insert();
            insert.into_table(Alias::new(&self.name)).columns(self.columns.iter().map(|c| Alias::new(&c.name)));
            for row in rows {
                insert.values_panic(self.columns.iter().map(|c| c.insert(db.get_database_backend(), &row[&c.name])));
            }
            db.execute(&insert).await?;
        }
        Ok(())
    }

    /// Deletes all rows, such as those that migrations inserted.
    pub async fn clear(&self, db: &impl ConnectionTrait) -> StoreResult<()> {
        db.execute(Query::delete().from_table(Alias::new(&self.name))).await?;
        Ok(())
    }

    /// Validates a row against the schema.
    ///
    /// # Errors
    ///
    /// Names the column whose value is missing or of another type, or that the table does not have.
    pub fn check(&self, row: &Row) -> Result<(), String> {
        for column in &self.columns {
            let fits = match (row.get(&column.name), column.kind) {
                (None, _) => return Err(format!("there is no column {}", column.name)),
                (Some(Json::Null), _) => column.nullable,
                (Some(value), ColumnKind::Integer) => value.is_i64(),
                (Some(value), ColumnKind::Boolean) => value.is_boolean(),
                (Some(value), ColumnKind::Text) => value.is_string(),
                (Some(value), ColumnKind::Json) => {
                    value.as_str().is_some_and(|text| serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok())
                }
            };
            if !fits {
                return Err(format!("the column {} cannot hold {}", column.name, row[&column.name]));
            }
        }
        match row.keys().find(|name| self.columns.iter().all(|column| column.name != **name)) {
            Some(name) => Err(format!("there is no column {name} in this table")),
            None => Ok(()),
        }
    }
}

impl Column {
    fn select(&self, backend: DbBackend) -> SimpleExpr {
        let column = Expr::col(Alias::new(&self.name));
        match (backend, self.kind) {
            (_, ColumnKind::Json) => column.cast_as("text"),
            (DbBackend::Postgres, ColumnKind::Integer) => column.cast_as("bigint"),
            _ => column,
        }
    }

    fn read(&self, row: &QueryResult) -> StoreResult<Json> {
        Ok(match self.kind {
            ColumnKind::Integer => row.try_get::<Option<i64>>("", &self.name)?.into(),
            ColumnKind::Boolean => row.try_get::<Option<bool>>("", &self.name)?.into(),
            ColumnKind::Text | ColumnKind::Json => row.try_get::<Option<String>>("", &self.name)?.into(),
        })
    }

    fn value(&self, value: &Json) -> Value {
        match self.kind {
            ColumnKind::Integer => value.as_i64().into(),
            ColumnKind::Boolean => value.as_bool().into(),
            ColumnKind::Text | ColumnKind::Json => value.as_str().map(str::to_owned).into(),
        }
    }

    fn insert(&self, backend: DbBackend, value: &Json) -> SimpleExpr {
        let value = Expr::val(self.value(value));
        match (backend, self.kind) {
            (DbBackend::Postgres, ColumnKind::Json) => value.cast_as("json"),
            _ => value,
        }
    }
}

/// Size of the database, in bytes.
pub async fn size_bytes(db: &impl ConnectionTrait) -> StoreResult<u64> {
    let sql = match db.get_database_backend() {
        DbBackend::Sqlite => "SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()",
        _ => "SELECT pg_database_size(current_database()) AS bytes",
    };
    let bytes = query(db, sql).await?.iter().map(|row| row.try_get::<i64>("", "bytes")).next().transpose()?;
    Ok(bytes.unwrap_or_default().unsigned_abs())
}

/// The last value of each table's id sequence, so that ids of deleted rows are not reused after a restore.
pub async fn sequences(db: &impl ConnectionTrait) -> StoreResult<BTreeMap<String, i64>> {
    if db.get_database_backend() == DbBackend::Sqlite {
        let rows = query(db, "SELECT name, seq FROM sqlite_sequence").await?;
        return rows.iter().map(|row| Ok((row.try_get("", "name")?, row.try_get("", "seq")?))).collect();
    }
    let mut sequences = BTreeMap::new();
    for (table, sequence) in postgres_sequences(db).await? {
        let sql = format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END AS seq FROM {sequence}");
        if let [row] = query(db, &sql).await?.as_slice() {
            sequences.insert(table, row.try_get("", "seq")?);
        }
    }
    Ok(sequences)
}

/// Sets the id sequences: new ids are higher than these values.
pub async fn set_sequences(db: &impl ConnectionTrait, sequences: &BTreeMap<String, i64>) -> StoreResult<()> {
    let backend = db.get_database_backend();
    if backend == DbBackend::Sqlite {
        for (table, last) in sequences {
            let values = [table.clone().into(), (*last).into()];
            let delete = "DELETE FROM sqlite_sequence WHERE name = ?";
            db.execute_raw(Statement::from_sql_and_values(backend, delete, [table.clone().into()])).await?;
            let insert = "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)";
            db.execute_raw(Statement::from_sql_and_values(backend, insert, values)).await?;
        }
        return Ok(());
    }
    for (table, sequence) in postgres_sequences(db).await? {
        let last = sequences.get(&table).copied().unwrap_or_default();
        let values = [sequence.into(), Ord::max(last, 1).into(), (last > 0).into()];
        db.query_all_raw(Statement::from_sql_and_values(backend, "SELECT setval($1::regclass, $2, $3)", values))
            .await?;
    }
    Ok(())
}

/// Names of the id sequences by table.
async fn postgres_sequences(db: &impl ConnectionTrait) -> StoreResult<Vec<(String, String)>> {
    let sql = r#"SELECT t.relname::text AS "table", s.oid::regclass::text AS sequence
        FROM pg_class s JOIN pg_depend d ON d.objid = s.oid AND d.deptype IN ('a', 'i') JOIN pg_class t ON t.oid = d.refobjid
        WHERE s.relkind = 'S' AND s.relnamespace = current_schema()::regnamespace ORDER BY 1"#;
    query(db, sql).await?.iter().map(|row| Ok((row.try_get("", "table")?, row.try_get("", "sequence")?))).collect()
}

/// Drops all tables, for a restore that was interrupted.
pub async fn drop_all(db: &impl ConnectionTrait) -> StoreResult<()> {
    for name in names(db).await? {
        db.execute_unprepared(&format!(r#"DROP TABLE IF EXISTS "{name}" CASCADE"#)).await?;
    }
    Ok(())
}

async fn query(db: &impl ConnectionTrait, sql: &str) -> StoreResult<Vec<QueryResult>> {
    Ok(db.query_all_raw(Statement::from_string(db.get_database_backend(), sql)).await?)
}
