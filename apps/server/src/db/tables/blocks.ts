import type { TimeNow } from '../columns.ts'

type Blocks = { blocker_id: string; blocked_id: string; created_at: TimeNow }

/** The block tables and their columns. */
export type BlocksTables = {
  blocks: Blocks
}
