//! Groups of errors for the API's document: a call names what it may refuse for, and the document refers to one
//! description of each status.

use std::collections::BTreeMap;

use utoipa::openapi::{Components, ContentBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{IntoResponses, PartialSchema, ToSchema};

use super::Problem;

/// The described errors: status, name of the shared response, and when it is answered.
const DESCRIBED: [(&str, &str, &str); 14] = [
    ("400", "BadRequest", "What was sent cannot be read, or a parameter does not hold."),
    ("401", "Unauthorized", "Nobody is signed in, or the session has ended."),
    ("402", "PaymentRequired", "The payment was declined; nothing was charged."),
    ("403", "Forbidden", "This is not for the account that calls."),
    ("404", "NotFound", "There is no such thing."),
    ("408", "RequestTimeout", "The upload took too long."),
    (
        "409",
        "Conflict",
        "It does not go with what is there now: taken, changed meanwhile, in use, or being saved right now.",
    ),
    ("410", "Gone", "A link that is over, or something that was taken down."),
    ("413", "PayloadTooLarge", "The body or the file is larger than the server takes."),
    ("415", "UnsupportedMediaType", "The body is not of a type that this call takes."),
    ("422", "UnprocessableEntity", "A field does not hold; `fields` says which, and what would."),
    ("429", "TooManyRequests", "Tried too often. `Retry-After` says when to come back, in seconds."),
    ("502", "BadGateway", "A service that was asked did not answer."),
    ("503", "ServiceUnavailable", "It cannot be done just now. `Retry-After` says when to come back, in seconds."),
];

macro_rules! errors {
    ($($(#[$doc:meta])* $name:ident: $($status:literal)+;)+) => {
        $($(#[$doc])*
        pub struct $name;

        impl IntoResponses for $name {
            fn responses() -> BTreeMap<String, RefOr<Response>> {
                [$($status),+].into_iter().map(shared).collect()
            }
        })+
    };
}

errors! {
    /// The call is for the newsroom's staff.
    StaffOnly: "401" "403";
    /// The call is for whoever is signed in.
    SignedIn: "401";
    /// The call takes JSON.
    JsonBody: "400" "415" "422";
    BadRequest: "400";
    PaymentRequired: "402";
    Forbidden: "403";
    NotFound: "404";
    RequestTimeout: "408";
    Conflict: "409";
    Gone: "410";
    TooLarge: "413";
    Invalid: "422";
    /// The call is counted.
    Limited: "429";
    BadGateway: "502";
    Unavailable: "503";
}

fn shared(status: &str) -> (String, RefOr<Response>) {
    let (_, name, _) =
        DESCRIBED.iter().find(|(described, ..)| *described == status).expect("every status of a group is described");
    (status.to_owned(), RefOr::Ref(Ref::new(format!("#/components/responses/{name}"))))
}

/// Adds what the groups refer to.
pub fn describe(components: &mut Components) {
    let mut schemas = vec![(Problem::name().into_owned(), Problem::schema())];
    Problem::schemas(&mut schemas);
    components.schemas.extend(schemas);
    for (_, name, description) in DESCRIBED {
        let content = ContentBuilder::new().schema(Some(Ref::from_schema_name(Problem::name()))).build();
        let response = ResponseBuilder::new().description(description).content("application/json", content).build();
        components.responses.insert(name.to_owned(), RefOr::T(response));
    }
}
