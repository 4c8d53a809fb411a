//! What is sold: the one table of plans.

use mwanga_store::types::PlanCode;

use super::wallet::Money;

#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub code: PlanCode,
    pub name: &'static str,
    /// Minor units of [`CURRENCY`]: `300` is $3.00.
    pub price_minor: i64,
    /// Calendar months.
    pub months: i32,
    /// Whether a printed edition belongs to it.
    pub print: bool,
    pub includes: &'static [&'static str],
}

/// ISO 4217.
pub const CURRENCY: &str = "USD";

pub const PLANS: [Plan; 2] = [
    Plan {
        code: PlanCode::EightMonths,
        name: "Digital",
        price_minor: 300,
        months: 8,
        print: false,
        includes: &["Every article in full, on every device", "All newsletters, when you want them", "Paid once: nothing renews by itself"],
    },
    Plan {
        code: PlanCode::TwelveMonths,
        name: "Print + Digital",
        price_minor: 400,
        months: 12,
        print: true,
        includes: &["Everything in Digital", "The printed edition, sent to your address", "Paid once: nothing renews by itself"],
    },
];

/// The plan of a code. Every code has one.
pub fn plan(code: PlanCode) -> &'static Plan {
    PLANS.iter().find(|plan| plan.code == code).unwrap_or(&PLANS[0])
}

impl Plan {
    pub fn price(&self) -> Money {
        Money { minor: self.price_minor, currency: CURRENCY.to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_are_as_specified() {
        let sold: Vec<_> = PLANS.iter().map(|plan| (plan.code.as_str(), plan.price_minor, plan.months, plan.print)).collect();
        assert_eq!(sold, [("8_months", 300, 8, false), ("12_months", 400, 12, true)]);
        assert!(PLANS.iter().all(|sold| plan(sold.code).name == sold.name));
    }
}
