use mwanga_core::email;
use mwanga_core::payments::{CheckoutOptions, DEFAULT_PROVIDER, FieldName, Money, PaymentFlow, Provider, provider};
use mwanga_core::subscriptions::{
    Entitlement, ListedSubscription, PaymentGateways, PaymentState, PaymentStatus, Plan, PrintAddress, Purchase,
    Receipt, SubscriptionStatus, plan,
};
use mwanga_store::entities::{order_signal, paid_order, print_address, subscription};
use mwanga_store::types::{
    OrderId, OrderStatus, PaymentFailure, PaymentProvider, PlanCode, SignalSource, SubscriptionId, Timestamp,
};
use serde::Serialize;

use crate::reader_addresses::ReaderAddresses;

/// A plan: bought once, for some calendar months.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlanView {
    pub code: PlanCode,
    pub name: &'static str,
    /// Minor units of the currency: 300 in USD is $3.00.
    pub price_minor: i64,
    #[schema(examples("USD"))]
    pub currency: String,
    /// Calendar months.
    pub months: i32,
    /// Whether a printed edition belongs to it.
    pub print: bool,
    pub includes: &'static [&'static str],
    /// What it costs by each way to pay that the site has.
    pub methods: Vec<PlanMethodView>,
}

/// The price of a plan by a way to pay.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlanMethodView {
    pub method: PaymentProvider,
    #[schema(examples("USD"))]
    pub currency: String,
    /// Minor units of the currency: 300 in USD is $3.00.
    pub amount: i64,
}

impl PlanView {
    fn new(plan: &Plan, methods: &[MethodView]) -> Self {
        let Plan { code, name, months, print, includes } = *plan;
        let Money { minor: price_minor, currency } = plan.price();
        let at = |method: PaymentProvider| {
            let Money { minor: amount, currency } = plan.price_at(method)?;
            Some(PlanMethodView { method, currency, amount })
        };
        let methods = methods.iter().filter_map(|view| at(view.method)).collect();
        Self { code, name, price_minor, currency, months, print, includes, methods }
    }
}

/// Name and price of a plan, without its details.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OfferView {
    pub name: &'static str,
    /// Minor units of the currency: 300 in USD is $3.00.
    pub price_minor: i64,
    #[schema(examples("USD"))]
    pub currency: String,
    /// Calendar months.
    pub months: i32,
}

impl From<&Plan> for OfferView {
    fn from(plan: &Plan) -> Self {
        let Money { minor: price_minor, currency } = plan.price();
        Self { name: plan.name, price_minor, currency, months: plan.months }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PlanListView {
    pub data: Vec<PlanView>,
    pub wallet: WalletView,
    /// The ways to pay that the site has; none where nothing can be bought.
    pub methods: Vec<MethodView>,
}

impl PlanListView {
    /// `gateways`: none where nothing can be bought.
    pub fn new(plans: &[Plan], gateways: Option<&PaymentGateways>) -> Self {
        let methods: Vec<MethodView> = gateways.map(MethodView::all).unwrap_or_default();
        Self {
            data: plans.iter().map(|plan| PlanView::new(plan, &methods)).collect(),
            wallet: gateways.map_or_else(WalletView::none, Into::into),
            methods,
        }
    }
}

/// A way to pay.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MethodView {
    /// The `payment_method` of an order.
    pub method: PaymentProvider,
    pub flow: PaymentFlow,
    pub name: &'static str,
    /// A line about how it is paid, below the name.
    pub hint: &'static str,
    /// Note for buyers before they pay; usually empty.
    pub note: &'static str,
    /// What an order says besides plan and address.
    pub fields: Vec<MethodFieldView>,
    pub words: MethodWordsView,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MethodFieldView {
    pub name: FieldName,
    pub label: &'static str,
    pub hint: &'static str,
}

/// What a reader reads after the payment.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct MethodWordsView {
    pub paid: &'static str,
    pub failed: &'static str,
}

impl MethodView {
    fn all(gateways: &PaymentGateways) -> Vec<Self> {
        gateways.all().map(|(method, gateway)| Self::new(method, gateway.checkout())).collect()
    }

    fn new(method: PaymentProvider, checkout: &CheckoutOptions) -> Self {
        let CheckoutOptions { name, hint, note, .. } = *checkout;
        let Provider { flow, fields, words, .. } = provider(method);
        let fields =
            fields.iter().map(|field| MethodFieldView { name: field.name, label: field.label, hint: field.hint });
        let words = MethodWordsView { paid: words.paid, failed: words.failed };
        Self { method, flow: *flow, name, hint, note, fields: fields.collect(), words }
    }
}

/// What became of a payment.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PaymentStatusView {
    pub state: PaymentState,
    /// Why nothing was paid, where that is known.
    #[schema(required)]
    pub reason: Option<PaymentFailure>,
    pub message: &'static str,
    /// Of one that waits: when waiting ends. Of a paid one: the end of what was paid for.
    #[schema(required)]
    pub until: Option<Timestamp>,
}

impl From<PaymentStatus> for PaymentStatusView {
    fn from(status: PaymentStatus) -> Self {
        let PaymentStatus { state, reason, message, until } = status;
        Self { state, reason, message, until }
    }
}

/// How it is paid.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct WalletView {
    /// False: nothing can be bought here.
    pub available: bool,
    /// The `payment_method` of an order.
    pub provider: PaymentProvider,
    pub name: &'static str,
    /// A line about how it is paid, below the name.
    pub hint: &'static str,
    /// Note for buyers before they pay; usually empty.
    pub note: &'static str,
    /// Options of the wallet's script; empty where nothing can be bought.
    pub client_id: String,
    pub sdk_url: String,
}

impl From<&PaymentGateways> for WalletView {
    fn from(gateways: &PaymentGateways) -> Self {
        match gateways.get(DEFAULT_PROVIDER) {
            Ok(wallet) => Self::new(true, wallet.checkout().clone()),
            Err(_) => Self::none(),
        }
    }
}

impl WalletView {
    /// Where nothing can be bought.
    pub fn none() -> Self {
        let name = provider(DEFAULT_PROVIDER).name;
        Self::new(false, CheckoutOptions { name, ..CheckoutOptions::default() })
    }

    fn new(available: bool, checkout: CheckoutOptions) -> Self {
        let provider = DEFAULT_PROVIDER;
        let CheckoutOptions { name, hint, note, client_id, sdk_url } = checkout;
        Self { available, provider, name, hint, note, client_id, sdk_url }
    }
}

/// A payment that waits for its buyer.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PaymentView {
    /// Names the payment: to capture it, and to ask what became of it.
    pub payment_id: String,
    pub data: PaymentDataView,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PaymentDataView {
    pub payment_id: String,
}

impl From<String> for PaymentView {
    fn from(payment_id: String) -> Self {
        Self { data: PaymentDataView { payment_id: payment_id.clone() }, payment_id }
    }
}

/// A purchase: the subscription that was paid for.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PurchaseView {
    pub message: String,
    pub plan: PlanCode,
    pub plan_name: &'static str,
    #[schema(examples("active"))]
    pub status: &'static str,
    pub expires_at: Timestamp,
    /// The server's time, from which the countdown starts: the browser's clock may be wrong.
    pub server_now: Timestamp,
    pub email: String,
    /// Whether an account has to confirm the address first.
    pub needs_verification: bool,
    pub print: bool,
    /// Of a plan with a printed edition: lets its buyer say where that goes.
    #[schema(required)]
    pub address_code: Option<String>,
}

impl PurchaseView {
    pub fn new(bought: Purchase, now: Timestamp) -> Self {
        let Purchase { provider: paid_by, plan: code, email, expires_at, needs_verification, address_code } = bought;
        let sold = plan(code);
        Self {
            message: provider(paid_by).words.paid.to_owned(),
            plan: code,
            plan_name: sold.name,
            status: "active",
            expires_at,
            server_now: now,
            email: email::shown(&email),
            needs_verification,
            print: sold.print,
            address_code,
        }
    }
}

/// Where the printed edition goes.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AddressView {
    pub name: String,
    pub line1: String,
    pub line2: String,
    pub city: String,
    pub postcode: String,
    pub country: String,
    pub phone: String,
}

impl From<PrintAddress> for AddressView {
    fn from(address: PrintAddress) -> Self {
        let PrintAddress { name, line1, line2, city, postcode, country, phone } = address;
        Self { name, line1, line2, city, postcode, country, phone }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct AddressSavedView {
    pub message: &'static str,
    pub print_address: AddressView,
}

/// The subscription of an account's address.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SubscriptionStatusView {
    pub subscribed: bool,
    #[schema(required)]
    pub plan: Option<PlanCode>,
    #[schema(required)]
    pub plan_name: Option<&'static str>,
    /// `active`, `expired`, `refunded` or `none`.
    pub status: &'static str,
    #[schema(required)]
    pub expires_at: Option<Timestamp>,
    /// The server's time, from which the countdown starts: the browser's clock may be wrong.
    pub server_now: Timestamp,
    /// Before the address is confirmed, only what the account bought itself is told.
    pub email_verified: bool,
    /// Whether a printed edition is sent.
    pub print: bool,
    #[schema(required)]
    pub print_address: Option<AddressView>,
}

impl SubscriptionStatusView {
    pub fn new(status: SubscriptionStatus, now: Timestamp) -> Self {
        let SubscriptionStatus { entitlement, email_verified, print, print_address } = status;
        let entitlement = entitlement.as_ref();
        Self {
            subscribed: entitlement.is_some_and(|entitlement| entitlement.is_active(now)),
            plan: entitlement.map(|entitlement| entitlement.plan),
            plan_name: entitlement.map(|entitlement| plan(entitlement.plan).name),
            status: entitlement.map_or("none", |entitlement| entitlement.status_name(now)),
            expires_at: entitlement.map(|entitlement| entitlement.expires_at),
            server_now: now,
            email_verified,
            print,
            print_address: print_address.map(Into::into),
        }
    }
}

/// A payment, as its buyer keeps it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ReceiptView {
    #[schema(examples("000042"))]
    pub number: String,
    pub plan: PlanCode,
    pub plan_name: &'static str,
    pub price_minor: i64,
    pub currency: String,
    pub paid_at: Timestamp,
    #[schema(required)]
    pub refunded_at: Option<Timestamp>,
    /// The wallet's name of the money it took.
    pub wallet_reference: String,
    /// What it pays for; null once the money went back.
    #[schema(required)]
    pub period_from: Option<Timestamp>,
    #[schema(required)]
    pub period_until: Option<Timestamp>,
}

impl From<Receipt> for ReceiptView {
    fn from(receipt: Receipt) -> Self {
        let Receipt {
            number,
            plan: code,
            price_minor,
            currency,
            paid_at,
            refunded_at,
            wallet_reference,
            period_from,
            period_until,
        } = receipt;
        let plan_name = plan(code).name;
        Self {
            number,
            plan: code,
            plan_name,
            price_minor,
            currency,
            paid_at,
            refunded_at,
            wallet_reference,
            period_from,
            period_until,
        }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct ReceiptListView {
    pub data: Vec<ReceiptView>,
    pub total: u64,
    pub page: u64,
    pub per_page: u64,
}

/// A subscription in the admin's list.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SubscriptionView {
    pub id: SubscriptionId,
    pub email: String,
    /// The account with this address, whoever opened it.
    #[schema(required)]
    pub user: Option<SubscriptionUserView>,
    pub plan: PlanCode,
    pub plan_name: &'static str,
    /// `active`, `expired` or `refunded`.
    pub status: &'static str,
    pub expires_at: Timestamp,
    pub created_at: Timestamp,
    #[schema(required)]
    pub last_payment: Option<PaymentSummaryView>,
    /// Whether its last payment can be given back.
    pub refundable: bool,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SubscriptionUserView {
    pub email: String,
    pub username: String,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct PaymentSummaryView {
    pub order_id: OrderId,
    pub status: OrderStatus,
    pub price_minor: i64,
    pub currency: String,
    #[schema(required)]
    pub paid_at: Option<Timestamp>,
    #[schema(required)]
    pub refunded_at: Option<Timestamp>,
    #[schema(required)]
    pub wallet_order: Option<String>,
}

impl From<paid_order::Model> for PaymentSummaryView {
    fn from(order: paid_order::Model) -> Self {
        let paid_order::Model {
            id: order_id,
            status,
            price_minor,
            currency,
            captured_at: paid_at,
            refunded_at,
            wallet_order,
            ..
        } = order;
        Self { order_id, status, price_minor, currency, paid_at, refunded_at, wallet_order }
    }
}

impl SubscriptionView {
    pub fn new(listed: ListedSubscription, now: Timestamp, addresses: ReaderAddresses) -> Self {
        let ListedSubscription { row, account, last_order } = listed;
        let refundable = last_order
            .as_ref()
            .is_some_and(|order| matches!(order.status, OrderStatus::Captured | OrderStatus::Refunding));
        let status = Entitlement::from(&row).status_name(now);
        let subscription::Model { id, email, plan: code, expires_at, created_at, .. } = row;
        Self {
            id,
            email: addresses.shown(&email),
            user: account.map(|account| SubscriptionUserView {
                email: addresses.shown(&account.email),
                username: addresses.name(account.username, &account.email),
            }),
            plan: code,
            plan_name: plan(code).name,
            status,
            expires_at,
            created_at,
            last_payment: last_order.map(Into::into),
            refundable,
        }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SubscriptionListView {
    pub data: Vec<SubscriptionView>,
    /// All subscriptions; left out where a filter chooses among them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub total: Option<u64>,
    pub page: u64,
    pub per_page: u64,
    /// Ask with `after` for what follows.
    #[schema(required)]
    pub next: Option<String>,
}

/// One subscription with everything that was paid for it.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SubscriptionDetailView {
    #[serde(flatten)]
    pub subscription: SubscriptionView,
    /// Newest first, those that nobody paid too.
    pub orders: Vec<OrderView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct OrderView {
    pub id: OrderId,
    pub status: OrderStatus,
    pub plan: PlanCode,
    pub plan_name: &'static str,
    pub price_minor: i64,
    pub currency: String,
    pub months: i32,
    pub created_at: Timestamp,
    #[schema(required)]
    pub paid_at: Option<Timestamp>,
    #[schema(required)]
    pub refunded_at: Option<Timestamp>,
    #[schema(required)]
    pub period_from: Option<Timestamp>,
    #[schema(required)]
    pub period_until: Option<Timestamp>,
    #[schema(required)]
    pub wallet_order: Option<String>,
    /// Why it stands where it stands, where that is not plain.
    #[schema(required)]
    pub note: Option<String>,
    /// Webhooks, polls and other signals about it, oldest first.
    pub signals: Vec<SignalView>,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct SignalView {
    pub source: SignalSource,
    pub said: String,
    /// Where the order stood afterwards.
    pub status: OrderStatus,
    pub at: Timestamp,
}

impl From<(paid_order::Model, Vec<order_signal::Model>)> for OrderView {
    fn from((order, signals): (paid_order::Model, Vec<order_signal::Model>)) -> Self {
        let signal = |row: order_signal::Model| SignalView {
            source: row.source,
            said: row.message,
            status: row.status,
            at: row.at,
        };
        Self {
            id: order.id,
            status: order.status,
            plan: order.plan,
            plan_name: plan(order.plan).name,
            price_minor: order.price_minor,
            currency: order.currency,
            months: order.months,
            created_at: order.created_at,
            paid_at: order.captured_at,
            refunded_at: order.refunded_at,
            period_from: order.period_from,
            period_until: order.period_until,
            wallet_order: order.wallet_order,
            note: order.note,
            signals: signals.into_iter().map(signal).collect(),
        }
    }
}

/// A payment that a person has to look at.
#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RefusedPaymentView {
    pub email: String,
    #[serde(flatten)]
    pub order: OrderView,
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RefusedPaymentListView {
    pub data: Vec<RefusedPaymentView>,
}

impl RefusedPaymentListView {
    pub fn new(orders: Vec<(paid_order::Model, Vec<order_signal::Model>)>, addresses: ReaderAddresses) -> Self {
        Self {
            data: orders
                .into_iter()
                .map(|order| RefusedPaymentView { email: addresses.shown(&order.0.email), order: order.into() })
                .collect(),
        }
    }
}

#[derive(Debug, Serialize, utoipa::ToSchema)]
pub struct RefundedView {
    pub message: &'static str,
    pub subscription: SubscriptionView,
}

/// A row of the file of addresses; empty cells where nobody said where it goes.
pub fn address_cells(row: &subscription::Model, address: Option<print_address::Model>) -> [String; 9] {
    let PrintAddress { name, line1, line2, city, postcode, country, phone } =
        address.map(PrintAddress::from).unwrap_or_default();
    let until = row.print_until.map(Timestamp::iso).unwrap_or_default();
    [row.email.clone(), name, line1, line2, city, postcode, country, phone, until]
}
