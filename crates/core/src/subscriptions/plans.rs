//! The table of plans. What they cost, each payment provider says.

use mwanga_store::types::{PaymentProvider, PlanCode};

use crate::payments::{DEFAULT_PROVIDER, Money, provider};

#[derive(Clone, Copy, Debug)]
pub struct Plan {
    pub code: PlanCode,
    pub name: &'static str,
    /// Calendar months.
    pub months: i32,
    /// Whether a printed edition belongs to it.
    pub print: bool,
    pub includes: &'static [&'static str],
}

pub const PLANS: [Plan; 2] = [
    Plan {
        code: PlanCode::EightMonths,
        name: "Digital",
        months: 8,
        print: false,
        includes: &[
            "Every article in full, on every device",
            "All newsletters, when you want them",
            "Paid once: nothing renews by itself",
        ],
    },
    Plan {
        code: PlanCode::TwelveMonths,
        name: "Print + Digital",
        months: 12,
        print: true,
        includes: &[
            "Everything in Digital",
            "The printed edition, sent to your address",
            "Paid once: nothing renews by itself",
        ],
    },
];

/// The plan of a code. Every code has one.
pub fn plan(code: PlanCode) -> &'static Plan {
    PLANS.iter().find(|plan| plan.code == code).unwrap_or(&PLANS[0])
}

impl Plan {
    /// The price at a payment provider; none where that one does not sell the plan.
    pub fn price_at(&self, sold_by: PaymentProvider) -> Option<Money> {
        provider(sold_by).price(self.code)
    }

    /// The price at the default provider.
    pub fn price(&self) -> Money {
        self.price_at(DEFAULT_PROVIDER).expect("every plan is sold by the default provider")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plans_have_their_prices_and_durations() {
        let sold: Vec<_> =
            PLANS.iter().map(|plan| (plan.code.as_str(), plan.price().to_string(), plan.months, plan.print)).collect();
        assert_eq!(sold, [("8_months", "$3.00".to_owned(), 8, false), ("12_months", "$4.00".to_owned(), 12, true)]);
        assert!(PLANS.iter().all(|sold| plan(sold.code).name == sold.name));
    }
}
