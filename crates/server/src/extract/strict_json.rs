use serde::de::value::{MapDeserializer, SeqDeserializer};
use serde::de::{DeserializeOwned, Deserializer, Error as _, IntoDeserializer, Unexpected, Visitor};
use serde::forward_to_deserialize_any;
use serde_json::{Error, Value};

/// Reads a value as the description of the API means it: an object is no list of its fields in order, though serde
/// takes both, and `1.0` is a whole number, as JSON Schema has it.
pub fn read<T: DeserializeOwned>(value: Value) -> Result<T, Error> {
    T::deserialize(Strict(value))
}

struct Strict(Value);

/// Up to here each whole number is one as a float, too.
const EXACT: f64 = 9_007_199_254_740_992.0;

impl<'de> Deserializer<'de> for Strict {
    type Error = Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(items) => {
                let mut items = SeqDeserializer::new(items.into_iter().map(Strict));
                let read = visitor.visit_seq(&mut items)?;
                items.end().map(|()| read)
            }
            Value::Object(fields) => {
                let mut fields = MapDeserializer::new(fields.into_iter().map(|(name, value)| (name, Strict(value))));
                let read = visitor.visit_map(&mut fields)?;
                fields.end().map(|()| read)
            }
            Value::Number(number) => {
                match number.as_f64().filter(|float| number.is_f64() && float.fract() == 0.0 && float.abs() <= EXACT) {
                    Some(whole) => visitor.visit_i64(whole as i64),
                    None => number.deserialize_any(visitor),
                }
            }
            value => value.deserialize_any(visitor),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        match self.0 {
            Value::Array(_) => Err(Error::invalid_type(Unexpected::Seq, &visitor)),
            _ => self.deserialize_any(visitor),
        }
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.0.is_null() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.0.deserialize_enum(name, variants, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map identifier ignored_any
    }
}

impl<'de> IntoDeserializer<'de, Error> for Strict {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Sent {
        id: Option<i64>,
        rows: Vec<Row>,
        share: f64,
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Row {
        name: String,
        at: u32,
    }

    #[test]
    fn json_arrays_are_no_objects_and_1_point_0_is_an_integer() {
        let one = Sent { id: Some(1), rows: vec![Row { name: "a".into(), at: 2 }], share: 3.0 };
        for value in [
            json!({ "id": 1, "rows": [{ "name": "a", "at": 2 }], "share": 3 }),
            json!({ "id": 1.0, "rows": [{ "name": "a", "at": 2.0, "more": [null] }], "share": 3.0 }),
        ] {
            assert_eq!(read::<Sent>(value.clone()).unwrap(), one, "{value}");
        }
        assert_eq!(read::<Sent>(json!({ "id": null })).unwrap(), Sent::default());
        for value in [
            json!([1, [], 3.0]),
            json!({ "rows": [["a", 2]] }),
            json!({ "id": 1.5 }),
            json!({ "id": 1e300 }),
            json!({ "id": "1" }),
            json!({ "rows": [{ "at": -1.0 }] }),
            json!(null),
        ] {
            assert!(read::<Sent>(value.clone()).is_err(), "{value}");
        }
    }
}
