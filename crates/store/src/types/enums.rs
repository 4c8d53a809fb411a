use sea_orm::{DeriveActiveEnum, EnumIter};
use serde::{Deserialize, Serialize};

/// Defines an enum that is stored, and written in JSON, as the text of its variant.
macro_rules! text_enum {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $text:tt),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, EnumIter, DeriveActiveEnum, Serialize, Deserialize, utoipa::ToSchema)]
        #[sea_orm(rs_type = "String", db_type = "Text")]
        pub enum $name {
            $($(#[$vdoc])* #[sea_orm(string_value = $text)] #[serde(rename = $text)] $variant),+
        }

        impl $name {
            /// The stored text.
            pub const fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $text),+ }
            }
        }

        impl std::str::FromStr for $name {
            type Err = ();
            fn from_str(text: &str) -> Result<Self, ()> {
                match text { $($text => Ok(Self::$variant),)+ _ => Err(()) }
            }
        }
    };
}

text_enum! {
    /// A published post is public once its moment has come; the others never are. `in_review`: its writer submitted it
    /// to the editors. `trash`: deleted, and kept for a while.
    PostStatus { Draft = "draft", InReview = "in_review", Published = "published", Trash = "trash" }
}
text_enum! {
    /// Who is e-mailed about a post.
    AudienceKind { Everyone = "everyone", Topics = "topics", Nobody = "nobody" }
}
text_enum! {
    /// Access level of a post: who may read the whole text.
    Access { Everyone = "everyone", Registered = "registered", Subscribers = "subscribers" }
}
text_enum! {
    PageStatus { Draft = "draft", Published = "published" }
}
text_enum! {
    /// How a page is laid out. `text`: a text, with its asides beside it. `contents`: numbered sections and the list of
    /// them. `groups`: each heading beside what follows it. `offer`: a text with facts and asides.
    PageLayout { Text = "text", Contents = "contents", Groups = "groups", Offer = "offer" }
}
text_enum! {
    TrashKind { Post = "post", Page = "page", Media = "media" }
}
text_enum! {
    /// Role of an account. A contributor writes drafts that editors publish; an author publishes the own posts.
    Role { Reader = "reader", Contributor = "contributor", Author = "author", Editor = "editor", Admin = "admin" }
}
text_enum! {
    /// What happened to a post that somebody of the newsroom is mailed about.
    PostEventKind {
        Returned = "returned", Approved = "approved", Note = "note", Mention = "mention", LinkAnswer = "link_answer"
    }
}
text_enum! {
    /// What was done to a correction of a post.
    CorrectionAction { Added = "added", Changed = "changed", Withdrawn = "withdrawn" }
}
text_enum! {
    /// What came of asking a link. `broken`: it answers 404 or 410, or nothing. `unclear`: whoever answers does not let
    /// us ask, or fails at the moment.
    LinkOutcome { Ok = "ok", Broken = "broken", Unclear = "unclear" }
}
text_enum! {
    /// How asking a link ended. `answered`: with the status that stands beside it. `name`: its host is not known.
    /// `private`: it is not on the public web, and was not asked.
    LinkReason {
        Answered = "answered", Name = "name", Timeout = "timeout", Connection = "connection",
        Redirects = "redirects", Private = "private"
    }
}
text_enum! {
    /// Why somebody should look at a deal. `broken`: its link is. `old_price`: nobody saw it for long.
    DealProblem { Broken = "broken", Expired = "expired", OldPrice = "old_price" }
}
text_enum! {
    SessionKind { Reader = "reader", Staff = "staff" }
}
text_enum! {
    /// Purpose of a mailed code.
    CodePurpose { Reset = "reset", Verify = "verify", Invite = "invite", Newsletter = "newsletter", Delete = "delete" }
}
text_enum! {
    /// Where people have accounts that they may sign in with here.
    SocialProvider { Google = "google", Facebook = "facebook", LinkedIn = "linkedin" }
}
text_enum! {
    /// Only a confirmed one gets mail.
    SubscriberStatus { Pending = "pending", Confirmed = "confirmed", Unsubscribed = "unsubscribed", Bounced = "bounced" }
}
text_enum! {
    /// `captions`: the subtitles of a video, shown nowhere by themselves.
    MediaKind { Image = "image", Video = "video", Captions = "captions" }
}
text_enum! {
    /// `restore_test`: the newest scheduled backup was restored into a temporary store, and compared.
    BackupKind { Scheduled = "scheduled", Download = "download", RestoreTest = "restore_test" }
}
text_enum! {
    BackupStatus { Waiting = "waiting", Running = "running", Done = "done", Failed = "failed" }
}
text_enum! {
    JobState { Waiting = "waiting", Running = "running", Done = "done", Failed = "failed" }
}

text_enum! {
    /// Kind of a mail, by its subject.
    MailKind { PasswordReset = "password_reset", VerifyEmail = "verify_email", StaffInvite = "staff_invite", SecurityNotice = "security_notice", AccountDeletion = "account_deletion", NewsletterConfirm = "newsletter_confirm", NewsletterKnown = "newsletter_known", NewsletterWelcome = "newsletter_welcome", Newsletter = "newsletter", NewsletterTest = "newsletter_test", PostNotice = "post_notice", SubscriptionReceipt = "subscription_receipt", SubscriptionReminder = "subscription_reminder", SubscriptionRefund = "subscription_refund", ContactMessage = "contact_message", BackupWarning = "backup_warning", PostEvents = "post_events" }
}
text_enum! {
    /// Delivery status of a mail. `sent`: the mail server took it, or it lies in the outbox folder. `sending`: its data
    /// go out, and the answer is waited for. `uncertain`: its data went out and the answer never came, so it may have
    /// arrived.
    MailStatus { Sent = "sent", Sending = "sending", Retrying = "retrying", Failed = "failed", Uncertain = "uncertain" }
}
text_enum! {
    /// Why an issue goes out: by hand, by the daily schedule, or because a post became public.
    IssueKind { Manual = "manual", Daily = "daily", Notify = "notify" }
}
text_enum! {
    /// `waiting` can be undone; `sent`: nothing is queued or under way any more; `skipped`: the notice of a post that
    /// comes with the next daily newsletter, because another notice went out on that day.
    IssueStatus { Waiting = "waiting", Sending = "sending", Paused = "paused", Sent = "sent", Undone = "undone", Skipped = "skipped" }
}
text_enum! {
    /// `uncertain`: handed over, and the mail server's answer never came.
    DeliveryStatus { Queued = "queued", Claimed = "claimed", Sent = "sent", Failed = "failed", Uncertain = "uncertain", Skipped = "skipped" }
}
text_enum! {
    /// Payment provider of an order.
    PaymentProvider { PayPal = "paypal", PracticePush = "practice_push" }
}
text_enum! {
    /// Code of a plan that is sold.
    PlanCode { EightMonths = "8_months", TwelveMonths = "12_months" }
}
text_enum! {
    /// A payment: `created` waits for its buyer, `capturing` was approved, `refused` and `expired` took no money that
    /// counts. `unclear`: nobody knows whether it was paid, and a person looks.
    OrderStatus {
        Created = "created",
        Capturing = "capturing",
        Captured = "captured",
        Refunding = "refunding",
        Refunded = "refunded",
        Refused = "refused",
        Expired = "expired",
        Unclear = "unclear",
    }
}
text_enum! {
    /// Why a payment on a phone came to nothing. `not_sent`: the phone was never asked.
    PaymentFailure { Cancelled = "cancelled", NoAnswer = "no_answer", NoMoney = "no_money", NotSent = "not_sent" }
}
text_enum! {
    /// Source of a signal that something may have happened to an order.
    SignalSource { Browser = "browser", Webhook = "webhook", Poller = "poller", Admin = "admin" }
}
text_enum! {
    /// `refunded`: no paid time is left of it. Whether a paid one has ended is said by its end.
    SubscriptionState { Paid = "paid", Refunded = "refunded" }
}
text_enum! {
    /// Analytics event that readers' browsers send: about posts, and on the way to a subscription.
    TrackedEvent {
        PostView = "post_view",
        DealClick = "deal_click",
        Share = "share",
        NewsletterSignup = "newsletter_signup",
        PlanChosen = "plan_chosen",
        CheckoutStarted = "checkout_started",
        PaymentApproved = "payment_approved",
        PaymentFailed = "payment_failed",
    }
}

impl SessionKind {
    /// The kind that somebody with this role signs in to.
    pub const fn of_role(role: Role) -> Self {
        if role.is_staff() { Self::Staff } else { Self::Reader }
    }
}

impl Role {
    /// All roles of the newsroom.
    pub const STAFF: [Self; 4] = [Self::Contributor, Self::Author, Self::Editor, Self::Admin];

    /// Members of the newsroom: all who sign in to the admin area.
    pub const fn is_staff(self) -> bool {
        !matches!(self, Self::Reader)
    }

    /// Who may change everybody's posts.
    pub const fn is_editor(self) -> bool {
        matches!(self, Self::Editor | Self::Admin)
    }
}
