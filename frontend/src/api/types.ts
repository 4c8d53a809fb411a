// The API's shapes under the names the screens use. All of them come from schema.ts, which is generated from openapi.json.
import type { components } from './schema';

type Schemas = components['schemas'];

export type Access = Schemas['Access'];
export type AdminPicks = Schemas['AdminPicksView'];
export type AdminPost = Schemas['AdminPostView'];
export type AdminPostCard = Schemas['AdminPostCardView'];
export type AdminPostList = Schemas['AdminPostListView'];
export type AnalyticsItem = Schemas['AnalyticsItemView'];
export type AnalyticsList = Schemas['AnalyticsListView'];
export type AnalyticsSummary = Schemas['AnalyticsSummaryView'];
export type ArchivedIssue = Schemas['ArchivedIssueView'];
export type AuthorPage = Schemas['AuthorPageView'];
export type Category = Schemas['CategoryView'];
export type CategoryPage = Schemas['CategoryPageView'];
export type CategorySaved = Schemas['CategorySavedView'];
export type CategorySection = Schemas['SectionView'];
export type CategorySections = Schemas['SectionsView'];
export type CleanedMedia = Schemas['CleanedMediaView'];
export type DealLink = Schemas['DealLink'];
export type EmailLog = Schemas['EmailLogView'];
export type EmailLogList = Schemas['EmailLogListView'];
export type EmbedCard = Schemas['EmbedView'];
export type Invite = Schemas['InviteView'];
export type Invited = Schemas['InvitedView'];
export type Issue = Schemas['IssueView'];
export type IssueArchive = Schemas['ArchiveView'];
export type IssueChanged = Schemas['IssueChangedView'];
export type IssueDeliveries = Schemas['DeliveryListView'];
export type IssueDraft = Schemas['IssueDraftView'];
export type IssueInput = Schemas['IssueInput'];
export type IssueList = Schemas['IssueListView'];
export type IssuePreview = Schemas['IssuePreviewView'];
export type MediaItem = Schemas['MediaView'];
export type MediaPreview = Schemas['PreviewView'];
export type MediaRecord = Schemas['MediaItemView'];
export type NewsletterAnswer = Schemas['NewsletterView'];
export type NewsletterConfirmed = Schemas['NewsletterConfirmedView'];
export type NewsletterPreferences = Schemas['NewsletterPreferencesView'];
export type NewsletterPreferencesInput = Schemas['PreferencesInput'];
export type NewsletterSchedule = Schemas['NewsletterSchedule'];
export type NewsletterTopics = Schemas['NewsletterTopicsView'];
export type Newsroom = Schemas['NewsroomView'];
export type Notice = Schemas['NoticeView'];
export type OwnSession = Schemas['OwnSessionView'];
export type OwnSessions = Schemas['SessionListView'];
export type Post = Schemas['PostView'];
export type PostCard = Schemas['PostCardView'];
export type PostInput = Schemas['PostInput'];
export type PostMedia = Schemas['PostMediaHitView'];
export type PostPage = Schemas['PostListView'];
export type PostStatus = Schemas['PostStatus'];
export type PresignedUpload = Schemas['PresignedView'];
export type ProblemBody = Schemas['Problem'];
export type Profile = Schemas['ProfileView'];
export type ProfileSaved = Schemas['ProfileSavedView'];
export type RelatedPosts = Schemas['RelatedView'];
export type RevisionList = Schemas['RevisionListView'];
export type Role = Schemas['Role'];
export type SavedPost = Schemas['AdminPostSavedView'];
export type SearchAnswer = Schemas['SearchView'];
export type Session = Schemas['SessionView'];
export type Site = Schemas['SiteView'];
export type StaffMember = Schemas['StaffView'];
export type StandaloneMedia = Schemas['MediaHitView'];
export type Tag = Schemas['TagView'];
export type TagPage = Schemas['TagPageView'];
export type Topic = Schemas['TopicView'];
export type UploadConfig = Schemas['UploadConfigView'];

export type Plan = {
  code: string;
  name: string;
  price_minor: number;
  currency: string;
  months: number;
  print: boolean;
  includes: string[];
};
export type Wallet = { available: boolean; practice: boolean; name: string; client_id: string; sdk_url: string };
export type Plans = { data: Plan[]; wallet: Wallet };
export type PrintAddress = {
  name: string;
  line1: string;
  line2: string;
  city: string;
  postcode: string;
  country: string;
  phone: string;
};
export type Captured = {
  message: string;
  plan: string;
  plan_name: string;
  status: string;
  expires_at: string;
  email: string;
  needs_verification: boolean;
  print: boolean;
  address_code: string | null;
};
export type OwnSubscription = {
  subscribed: boolean;
  plan: string | null;
  plan_name: string | null;
  status: 'active' | 'expired' | 'none' | 'refunded';
  expires_at: string | null;
  server_now: string;
  email_verified: boolean;
  print: boolean;
  print_address: PrintAddress | null;
  needs_verification?: boolean;
};
export type Receipt = {
  number: string;
  plan: string;
  plan_name: string;
  price_minor: number;
  currency: string;
  paid_at: string;
  refunded_at: string | null;
  wallet_reference: string;
  period_from: string | null;
  period_until: string | null;
};
export type ReceiptList = { data: Receipt[]; total: number; page: number; per_page: number };

export type Subscription = {
  id: number;
  email: string;
  user: { email: string; username: string } | null;
  plan: '8_months' | '12_months';
  plan_name: string;
  status: string;
  expires_at: string;
  created_at: string;
  last_payment: {
    order_id: number;
    status: string;
    price_minor: number;
    currency: string;
    paid_at: string | null;
    refunded_at: string | null;
    wallet_order: string | null;
  } | null;
  refundable: boolean;
};
export type SubscriptionList = {
  data: Subscription[];
  total?: number | null;
  page: number;
  per_page: number;
  next: string | null;
};

/** A time as ISO 8601 in UTC, "2026-11-20T06:30:00Z". */
export type UtcTime = string;
