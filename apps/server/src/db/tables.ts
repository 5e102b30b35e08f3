import type { AdDays, Ads } from './tables-ads.ts'
import type { UsedDevices } from './tables-devices.ts'
import type { Audience, ExactAudience, Precision, SpotType } from '@nollie/contract'
import type { Generated, GeneratedAlways } from 'kysely'
import type { Json, Time, TimeNow, TimeOrNull } from './columns.ts'
import type {
  AccountDeletions,
  Accounts,
  EmailChanges,
  PreferencesTable,
  ReservedUsernames,
  SignUps,
  Users,
  Verifications,
} from './tables-accounts.ts'
import type { SignInCodes } from './tables-codes.ts'
import type {
  Appeals,
  ModerationDecisions,
  ModerationLog,
  ReportCases,
  Reports,
} from './tables-moderation.ts'
import type {
  FactSuggestions,
  FactVotes,
  Measurements,
  SpotFactsTable,
  SpotObstacles,
} from './tables-facts.ts'
import type { PasskeyChallenges, Passkeys } from './tables-passkeys.ts'
import type {
  FactorChallenges,
  FactorRecoveries,
  Factors,
  RecoveryCodes,
  TrustedDevices,
} from './tables-factors.ts'
import type { CheckChanges, Checks, SpotStateChanges } from './tables-checks.ts'
import type { StewardTables } from './tables-stewards.ts'
import type { BustChanges, BustClocks, BustReports, WeatherCells } from './tables-conditions.ts'
import type { CrewInvitations, CrewMembers, Crews } from './tables-crews.ts'
import type { ImportConflicts, ImportRecords, ImportRuns } from './tables-imports.ts'
import type { DiscussionLikes, Discussions } from './tables-discussions.ts'
import type { Posts } from './tables-posts.ts'
import type { DraftMedia, Drafts } from './tables-drafts.ts'
import type { Lists, ListSpots } from './tables-lists.ts'
import type { PhoneCodes, Phones } from './tables-phones.ts'
import type { NewSpots, DigestSettings, SpotsNear } from './tables-digests.ts'
import type { PushDevices, PushQueue, PushSettings } from './tables-push.ts'
import type { ProviderRequests } from './tables-providers.ts'
import type { Media, MediaTurns, UploadParts } from './tables-media.ts'
import type { MessageSides, MessageThreads, Messages } from './tables-messages.ts'
import type { Mentions, NotificationMutes, Notifications } from './tables-notifications.ts'
import type { SavedPosts, SavedSpots } from './tables-saved.ts'
import type { BackupRecords, ImportedRows } from './tables-system.ts'
import type {
  AccessTokens,
  EndedSessions,
  RefreshFamilies,
  Sessions,
  SigningKeys,
} from './tables-sessions.ts'
import type { SpotEdits, SpotHiddenTexts, SpotPositions } from './tables-spots.ts'
import type { StreetNames, StreetRegions, Streets } from './tables-streets.ts'
import type {
  MergeMoves,
  SpotForwards,
  SpotMerges,
  TwinPairs,
  TwinProgress,
  TwinQueue,
} from './tables-twins.ts'

type Profiles = {
  user_id: string
  username: string
  full_name: string | null
  avatar_url: string | null
  bio: string | null
  instagram_url: string | null
  home_town: string | null
  is_admin: Generated<boolean>
  suspended_at: TimeOrNull
  deletion_requested_at: TimeOrNull
  former_at: TimeOrNull
  is_hidden: GeneratedAlways<boolean>
  version: Generated<number>
  avatar_media_id: string | null
  search_username: GeneratedAlways<string>
  search_name: GeneratedAlways<string>
  sort_name: GeneratedAlways<string>
  created_at: TimeNow
  updated_at: TimeNow
}

type Exports = {
  id: string
  user_id: string
  status: Generated<'waiting' | 'ready' | 'failed'>
  bytes: number | null
  asked_at: TimeNow
  expires_at: TimeOrNull
}

type TaskTurns = { name: string; holder: string; started_at: Time; leased_until: Time }
type RateCounts = { name: string; subject: string; window_start: Time; times: number }

type Spots = {
  id: string
  name: string
  description: string | null
  /** The last author of the description; null for an imported one. */
  description_by: Generated<string | null>
  address: string | null
  city: string | null
  state: string | null
  country: string | null
  postal_code: string | null
  latitude: number
  longitude: number
  difficulty_level: 'beginner' | 'intermediate' | 'advanced' | null
  spot_types: SpotType[] | null
  spot_type: GeneratedAlways<SpotType | null>
  cover_media_id: string | null
  status: Generated<'open' | 'gone'>
  /** Who may know of it. */
  audience: Generated<Audience>
  /** How precisely `latitude`, `longitude` and the address show where it is. */
  precision: Generated<Precision>
  /** Who sees it exactly, and before it opens. */
  exact_for: Generated<ExactAudience>
  opens_at: TimeOrNull
  /** Its audience from then on. */
  opens_to: Generated<Audience | null>
  /** The crew that it is for. */
  crew_id: Generated<string | null>
  has_video: Generated<boolean>
  created_by: string | null
  source: string | null
  source_id: string | null
  source_licence: string | null
  source_url: string | null
  version: Generated<number>
  created_at: TimeNow
  updated_at: TimeNow
  deleted_at: TimeOrNull
  deleted_by: string | null
  purged_at: TimeOrNull
  search_name: GeneratedAlways<string>
  search_text: GeneratedAlways<string>
  search_place: GeneratedAlways<string>
  qk: GeneratedAlways<number>
  facets: GeneratedAlways<number>
  spot_state: Generated<'open' | 'skatestopped' | 'under_construction' | 'closed' | null>
  state_until: Generated<string | null>
  confirmed_at: TimeOrNull
  confirmed_by: Generated<number>
  gone_since: TimeOrNull
  left_map_at: TimeOrNull
  /** Since when its source has it no more. */
  source_missing_since: TimeOrNull
}

type PostMedia = {
  post_id: string
  media_index: number
  /** Null on item 0 of a text-only post. */
  media_id: string | null
  like_count: Generated<number>
  comment_count: Generated<number>
  /** The item's use before its post was hidden. */
  used_as: Generated<'cover' | 'profile_picture' | null>
}

type IdempotencyKeys = {
  user_id: string
  key: string
  request_hash: string
  answer: Json<unknown>
  created_at: TimeNow
}

type Events = {
  id: GeneratedAlways<number>
  topic: string
  name: string
  data: Json<unknown>
  created_at: TimeNow
}

type Likes = { id: string; post_id: string; media_index: number; user_id: string; created_at: TimeNow }

type Comments = {
  id: string
  post_id: string | null
  media_index: number | null
  discussion_id: string | null
  user_id: string
  parent_comment_id: string | null
  content: string
  like_count: Generated<number>
  created_at: TimeNow
  updated_at: TimeNow
  hidden_at: TimeOrNull
}

type CommentLikes = { id: string; comment_id: string; user_id: string; created_at: TimeNow }

type CounterDelta = {
  id: GeneratedAlways<number>
  counter: 'like' | 'comment'
  post_id: string
  media_index: number
  delta: 1 | -1
  user_id: string
  comment_id: string | null
  parent_comment_id: string | null
}

type Follows = { id: string; follower_id: string; following_id: string; created_at: TimeNow }

type Blocks = { blocker_id: string; blocked_id: string; created_at: TimeNow }

type PersonCounts = {
  user_id: string
  spots_count: Generated<number>
  posts_count: Generated<number>
  followers_count: Generated<number>
  following_count: Generated<number>
}

type PersonDelta = {
  id: GeneratedAlways<number>
  user_id: string
  counter: 'spots' | 'posts' | 'followers' | 'following'
  delta: 1 | -1
}

type Timelines = {
  user_id: string
  floor_at: TimeNow
  floor_id: Generated<string>
  entries: Generated<number>
}

type Timeline = { user_id: string; created_at: Time; post_id: string; author_id: string }

/** Every table by name; `migrations/001_baseline/` explains the columns. */
export type Tables = StewardTables & {
  users: Users
  sessions: Sessions
  accounts: Accounts
  verifications: Verifications
  sign_ups: SignUps
  sign_in_codes: SignInCodes
  provider_requests: ProviderRequests
  passkeys: Passkeys
  phones: Phones
  digest_settings: DigestSettings
  check_changes: CheckChanges
  spot_state_changes: SpotStateChanges
  checks: Checks
  new_spots: NewSpots
  spots_near: SpotsNear
  push_devices: PushDevices
  push_queue: PushQueue
  push_settings: PushSettings
  phone_codes: PhoneCodes
  passkey_challenges: PasskeyChallenges
  factors: Factors
  recovery_codes: RecoveryCodes
  factor_challenges: FactorChallenges
  trusted_devices: TrustedDevices
  used_devices: UsedDevices
  factor_recoveries: FactorRecoveries
  profiles: Profiles
  rate_counts: RateCounts
  task_turns: TaskTurns
  email_changes: EmailChanges
  preferences: PreferencesTable
  account_deletions: AccountDeletions
  reserved_usernames: ReservedUsernames
  exports: Exports
  media: Media
  media_turns: MediaTurns
  upload_parts: UploadParts
  spots: Spots
  spot_hidden_texts: SpotHiddenTexts
  spot_positions: SpotPositions
  spot_edits: SpotEdits
  spot_forwards: SpotForwards
  spot_merges: SpotMerges
  merge_moves: MergeMoves
  twin_pairs: TwinPairs
  twin_queue: TwinQueue
  twin_progress: TwinProgress
  posts: Posts
  post_media: PostMedia
  idempotency_keys: IdempotencyKeys
  events: Events
  likes: Likes
  comments: Comments
  comment_likes: CommentLikes
  counter_delta: CounterDelta
  discussions: Discussions
  discussion_likes: DiscussionLikes
  access_tokens: AccessTokens
  signing_keys: SigningKeys
  refresh_families: RefreshFamilies
  ended_sessions: EndedSessions
  follows: Follows
  blocks: Blocks
  person_counts: PersonCounts
  person_delta: PersonDelta
  timelines: Timelines
  timeline: Timeline
  imported_rows: ImportedRows
  import_runs: ImportRuns
  import_records: ImportRecords
  import_conflicts: ImportConflicts
  backup_records: BackupRecords
  report_cases: ReportCases
  reports: Reports
  moderation_decisions: ModerationDecisions
  appeals: Appeals
  moderation_log: ModerationLog
  notifications: Notifications
  notification_mutes: NotificationMutes
  mentions: Mentions
  spot_facts: SpotFactsTable
  spot_obstacles: SpotObstacles
  fact_suggestions: FactSuggestions
  fact_votes: FactVotes
  measurements: Measurements
  bust_reports: BustReports
  bust_clocks: BustClocks
  bust_changes: BustChanges
  weather_cells: WeatherCells
  crews: Crews
  crew_members: CrewMembers
  crew_invitations: CrewInvitations
  drafts: Drafts
  draft_media: DraftMedia
  lists: Lists
  list_spots: ListSpots
  saved_posts: SavedPosts
  saved_spots: SavedSpots
  message_threads: MessageThreads
  message_sides: MessageSides
  messages: Messages
  ads: Ads
  ad_days: AdDays
  street_regions: StreetRegions
  streets: Streets
  street_names: StreetNames
}
