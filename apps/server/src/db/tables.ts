import type { AccountsTables } from './tables/accounts.ts'
import type { AdsTables } from './tables/ads.ts'
import type { BlocksTables } from './tables/blocks.ts'
import type { ChecksTables } from './tables/checks.ts'
import type { CodesTables } from './tables/codes.ts'
import type { CommentsTables } from './tables/comments.ts'
import type { ConditionsTables } from './tables/conditions.ts'
import type { CrewsTables } from './tables/crews.ts'
import type { DevicesTables } from './tables/devices.ts'
import type { DigestsTables } from './tables/digests.ts'
import type { DiscussionsTables } from './tables/discussions.ts'
import type { DraftsTables } from './tables/drafts.ts'
import type { FactorsTables } from './tables/factors.ts'
import type { FactsTables } from './tables/facts.ts'
import type { FollowsTables } from './tables/follows.ts'
import type { ImportsTables } from './tables/imports.ts'
import type { LikesTables } from './tables/likes.ts'
import type { ListsTables } from './tables/lists.ts'
import type { MediaTables } from './tables/media.ts'
import type { MeetupsTables } from './tables/meetups.ts'
import type { MessagesTables } from './tables/messages.ts'
import type { ModerationTables } from './tables/moderation.ts'
import type { MyDataTables } from './tables/my-data.ts'
import type { MutesTables } from './tables/mutes.ts'
import type { NotificationsTables } from './tables/notifications.ts'
import type { OpenDataTables } from './tables/open-data.ts'
import type { PasskeysTables } from './tables/passkeys.ts'
import type { PhonesTables } from './tables/phones.ts'
import type { PostsTables } from './tables/posts.ts'
import type { ProfilesTables } from './tables/profiles.ts'
import type { ProvidersTables } from './tables/providers.ts'
import type { PushTables } from './tables/push.ts'
import type { SavedTables } from './tables/saved.ts'
import type { SessionsTables } from './tables/sessions.ts'
import type { SpotsTables } from './tables/spots.ts'
import type { StewardTables } from './tables/stewards.ts'
import type { StreetsTables } from './tables/streets.ts'
import type { SystemTables } from './tables/system.ts'
import type { TwinsTables } from './tables/twins.ts'

/** All tables and their columns; `migrations/001_baseline/` explains the columns. */
export type Tables = AccountsTables &
  AdsTables &
  BlocksTables &
  ChecksTables &
  CodesTables &
  CommentsTables &
  ConditionsTables &
  CrewsTables &
  DevicesTables &
  DigestsTables &
  DiscussionsTables &
  DraftsTables &
  FactorsTables &
  FactsTables &
  FollowsTables &
  ImportsTables &
  LikesTables &
  ListsTables &
  MediaTables &
  MeetupsTables &
  MessagesTables &
  ModerationTables &
  MyDataTables &
  MutesTables &
  NotificationsTables &
  OpenDataTables &
  PasskeysTables &
  PhonesTables &
  PostsTables &
  ProfilesTables &
  ProvidersTables &
  PushTables &
  SavedTables &
  SessionsTables &
  SpotsTables &
  StewardTables &
  StreetsTables &
  SystemTables &
  TwinsTables
