import type { TimeNow } from '../columns.ts'

/** Columns in `saved_posts`; see `migrations/001_baseline/`. */
type SavedPosts = { user_id: string; post_id: string; created_at: TimeNow }

/** Columns in `saved_spots`; see `migrations/001_baseline/`. */
type SavedSpots = { user_id: string; spot_id: string; created_at: TimeNow }

/** The saved post and spot tables and their columns. */
export type SavedTables = {
  saved_posts: SavedPosts
  saved_spots: SavedSpots
}
