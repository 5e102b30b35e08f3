import type { ListVisibility } from '@nollie/contract/lists/list-kinds'
import type { Time, TimeNow } from '../columns.ts'

/** Columns in `lists`; see `migrations/029_expand_lists.sql`. */
type Lists = {
  id: string
  user_id: string
  name: string
  description: string | null
  visibility: ListVisibility
  link: string | null
  /** The crew that the list is shared with. */
  crew_id: string | null
  hidden_at: Time | null
  created_at: TimeNow
  updated_at: TimeNow
}

/** Columns in `list_spots`; see `migrations/029_expand_lists.sql`. */
type ListSpots = {
  list_id: string
  spot_id: string
  position: number
  note: string | null
  added_at: TimeNow
}

/** The list tables and their columns. */
export type ListsTables = {
  lists: Lists
  list_spots: ListSpots
}
