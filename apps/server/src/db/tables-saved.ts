import type { TimeNow } from './columns.ts'

/** Columns of `saved_posts`, see `migrations/001_baseline/`. */
type SavedPosts = { user_id: string; post_id: string; created_at: TimeNow }

/** Columns of `saved_spots`, see `migrations/001_baseline/`. */
type SavedSpots = { user_id: string; spot_id: string; created_at: TimeNow }

/** The tables of saved, by name. */
export type SavedTables = {
  saved_posts: SavedPosts
  saved_spots: SavedSpots
}
