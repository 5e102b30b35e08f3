import type { PostAudience, PostKind } from '@nollie/contract'
import type { Generated } from 'kysely'
import type { TimeNow, TimeOrNull } from './columns.ts'

/** Columns of `posts`, see `migrations/001_baseline/posts.sql` and `025_expand_crews.sql`. */
export type Posts = {
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
  /** Who may know of it, where it has no spot. */
  audience: Generated<PostAudience>
  /** The crew that it is for. */
  crew_id: Generated<string | null>
  /** Whether it is in the number of its author's posts; set by the database. */
  is_counted: Generated<boolean>
}
