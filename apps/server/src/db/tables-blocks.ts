import type { TimeNow } from './columns.ts'

type Blocks = { blocker_id: string; blocked_id: string; created_at: TimeNow }

/** The tables of blocks, by name. */
export type BlocksTables = {
  blocks: Blocks
}
