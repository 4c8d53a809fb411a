use sea_orm_migration::prelude::*;
use serde_json::{Map, Value, json};

/// The schedule of the daily newsletter becomes three of the settings.
#[derive(DeriveMigrationName)]
pub struct Migration;

const KEY: &str = "newsletter.schedule";

#[async_trait::async_trait]
impl MigrationTrait for Migration {
    async fn up(&self, manager: &SchemaManager) -> Result<(), DbErr> {
        let db = manager.get_connection();
        let schedule = Query::select()
            .columns(["value", "updated_at"])
            .from("setting")
            .and_where(Expr::col("key").eq(KEY))
            .to_owned();
        let Some(row) = db.query_one(&schedule).await? else { return Ok(()) };
        let (schedule, saved_at): (String, i64) = (row.try_get("", "value")?, row.try_get("", "updated_at")?);
        let newest = Query::select()
            .columns(["version", "values"])
            .from("settings_version")
            .order_by("version", Order::Desc)
            .limit(1)
            .to_owned();
        let (version, values): (i64, Value) = match db.query_one(&newest).await? {
            Some(row) => (row.try_get("", "version")?, row.try_get("", "values")?),
            None => (0, json!({})),
        };
        // What is no object holds nothing.
        let mut values: Map<String, Value> = serde_json::from_value(values).unwrap_or_default();
        let schedule: Value = serde_json::from_str(&schedule).unwrap_or_default();
        for (from, to) in [("enabled", "daily_enabled"), ("time", "daily_time"), ("minimum", "daily_minimum")] {
            if let Some(value) = schedule.get(from) {
                values.insert(format!("newsletter.{to}"), value.clone());
            }
        }
        let insert = Query::insert()
            .into_table("settings_version")
            .columns(["version", "values", "created_at", "created_by"])
            .values_panic([(version + 1).into(), Value::Object(values).into(), saved_at.into(), None::<i64>.into()])
            .to_owned();
        db.execute(&insert).await?;
        db.execute(&Query::delete().from_table("setting").and_where(Expr::col("key").eq(KEY)).to_owned()).await?;
        Ok(())
    }
}
