import type { Generated, GeneratedAlways } from 'kysely'
import type { TimeNow, TimeOrNull } from '../columns.ts'

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

/** The profile tables and their columns. */
export type ProfilesTables = {
  profiles: Profiles
  person_counts: PersonCounts
  person_delta: PersonDelta
}
