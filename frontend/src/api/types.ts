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
export type MediaItem = Schemas['MediaView'];
export type MediaPreview = Schemas['PreviewView'];
export type MediaRecord = Schemas['MediaItemView'];
export type NewsletterAnswer = Schemas['NewsletterView'];
export type Newsroom = Schemas['NewsroomView'];
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
export type UploadConfig = Schemas['UploadConfigView'];

/** A time as ISO 8601 in UTC, "2026-11-20T06:30:00Z". */
export type UtcTime = string;
