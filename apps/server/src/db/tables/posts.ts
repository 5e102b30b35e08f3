import type { Time, TimeNow, TimeOrNull } from '../columns.ts'
import type { PostAudience, PostKind } from '@nollie/contract'
import type { Generated } from 'kysely'

/** Columns in `posts`; see `migrations/001_baseline/posts.sql` and `025_expand_crews.sql`. */
type Posts = {
  id: string
  user_id: string
  spot_id: string | null
  kind: PostKind
  title: string
  content: string | null
  photo_url: Generated<string | null>
  created_at: TimeNow
  updated_at: TimeNow
  version: Generated<number>
  hidden_at: TimeOrNull
  /** Who can see the post if it has no spot. */
  audience: Generated<PostAudience>
  /** The crew that the post is shared with. */
  crew_id: Generated<string | null>
  /** Whether the post is included in its author's post count; set by the database. */
  is_counted: Generated<boolean>
}

type PostMedia = {
  post_id: string
  media_index: number
  /** Null for item 0 of a text post. */
  media_id: string | null
  like_count: Generated<number>
  comment_count: Generated<number>
  /** How the item was used before its post was hidden: as a cover or a profile picture. */
  used_as: Generated<'cover' | 'profile_picture' | null>
}

type Timelines = {
  user_id: string
  floor_at: TimeNow
  floor_id: Generated<string>
  entries: Generated<number>
}

type Timeline = { user_id: string; created_at: Time; post_id: string; author_id: string }

/** The post tables and their columns. */
export type PostsTables = {
  posts: Posts
  post_media: PostMedia
  timelines: Timelines
  timeline: Timeline
}
