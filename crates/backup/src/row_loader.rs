//! Loads the rows of a backup into an empty database.

use mwanga_store::queries::tables::{self, Row, Table};
use mwanga_store::{Store, Transaction, migrations};
use tokio::runtime::Handle;

use crate::BackupError;
use crate::format::{Header, LEFT_OUT};

/// Rows of one transaction: SQLite syncs after each.
const ROWS_PER_COMMIT: usize = 20_000;

/// A database that is filled. Its functions block.
pub(crate) struct RowLoader {
    pub store: Store,
    pub runtime: Handle,
    /// The tables of the schema that the rows belong to.
    pub tables: Vec<Table>,
    transaction: Option<Transaction>,
    uncommitted_rows: usize,
}

impl RowLoader {
    pub fn new(store: Store, runtime: Handle) -> Self {
        Self { store, runtime, tables: Vec::new(), transaction: None, uncommitted_rows: 0 }
    }

    /// Builds the schema that the rows belong to.
    pub fn create_schema(&mut self, header: &Header) -> Result<(), BackupError> {
        let (store, runtime) = (&self.store, self.runtime.clone());
        self.tables = runtime.block_on(async {
            migrations::create_schema(store, &header.migration).await?;
            let mut tables = tables::all(store.reader()).await?;
            // Migrations add rows of their own.
            for table in tables.iter().rev() {
                table.clear(store.writer()).await?;
            }
            tables.retain(|table| LEFT_OUT.iter().all(|(name, _)| *name != table.name));
            Ok::<_, BackupError>(tables)
        })?;
        Ok(())
    }

    pub fn insert(&mut self, table: &str, rows: &[Row]) -> Result<(), BackupError> {
        let Some(table) = self.tables.iter().find(|known| known.name == table) else {
            return Err(BackupError::Damaged(format!("there is no table {table}")));
        };
        for row in rows {
            table.check(row).map_err(|why| BackupError::Damaged(format!("the table {}: {why}", table.name)))?;
        }
        if self.transaction.is_none() {
            self.transaction = Some(self.runtime.block_on(self.store.begin())?);
        }
        if let Some(transaction) = &self.transaction {
            let inserted = self.runtime.block_on(table.insert(transaction, rows));
            inserted.map_err(|error| BackupError::Table { table: table.name.clone(), error })?;
        }
        self.uncommitted_rows += rows.len();
        if self.uncommitted_rows >= ROWS_PER_COMMIT { self.commit() } else { Ok(()) }
    }

    pub fn commit(&mut self) -> Result<(), BackupError> {
        self.uncommitted_rows = 0;
        match self.transaction.take() {
            Some(transaction) => Ok(self.runtime.block_on(transaction.commit())?),
            None => Ok(()),
        }
    }
}
