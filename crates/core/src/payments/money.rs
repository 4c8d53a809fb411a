//! Amounts of money.

/// An amount in minor units of its currency (ISO 4217): `300` in USD is $3.00.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Money {
    pub minor: i64,
    pub currency: String,
}

impl Money {
    /// Parses `3.00`. `None` unless it is a non-negative amount without or with two decimals.
    pub fn parse(value: &str, currency: &str) -> Option<Self> {
        let (whole, cents) = value.split_once('.').unwrap_or((value, "00"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(cents) || cents.len() != 2 || currency.len() != 3 {
            return None;
        }
        let minor = whole.parse::<i64>().ok()?.checked_mul(100)?.checked_add(cents.parse().ok()?)?;
        Some(Self { minor, currency: currency.to_owned() })
    }

    /// The amount without its currency, such as `3.00`.
    pub fn value(&self) -> String {
        format!("{}.{:02}", self.minor / 100, self.minor % 100)
    }
}

impl std::fmt::Display for Money {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.currency.as_str() {
            "USD" => write!(f, "${}", self.value()),
            currency => write!(f, "{} {currency}", self.value()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_parsed_to_the_cent_or_refused() {
        for (text, minor) in [
            ("3.00", Some(300)),
            ("3", Some(300)),
            ("0.05", Some(5)),
            ("1234.56", Some(123_456)),
            ("3.0", None),
            ("3.001", None),
        ] {
            assert_eq!(Money::parse(text, "USD").map(|money| money.minor), minor, "{text}");
        }
        for text in ["", ".", "-3.00", "+3.00", "3,00", "3.00 ", "1e3", "99999999999999999999.00"] {
            assert_eq!(Money::parse(text, "USD"), None, "{text}");
        }
        let money = Money { minor: 405, currency: "USD".into() };
        assert_eq!((money.value().as_str(), money.to_string().as_str()), ("4.05", "$4.05"));
        assert_eq!(Money::parse(&money.value(), "USD"), Some(money));
    }
}
