import type { PersonEvent } from '@nollie/contract'
import { sql } from 'kysely'
import { appendEvents } from '../../db/events.ts'
import type { Tx } from '../../db/open.ts'

/** Columns that hide a person from everyone as long as they are set. */
type HiddenBy = { suspended_at?: boolean; deletion_requested_at?: boolean }

type Visibility = { suspended_at: unknown; deletion_requested_at: unknown; is_hidden: boolean }

/** Locks a profile until the transaction ends. */
function lockVisibility(tx: Tx, user_id: string): Promise<Visibility | undefined> {
  return tx
    .selectFrom('profiles')
    .select(['suspended_at', 'deletion_requested_at', 'is_hidden'])
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/** Publishes that a person is hidden or shown again, so that screens with their content reload. */
function publishVisibility(tx: Tx, user_id: string, is_hidden: boolean): Promise<void> {
  const person: PersonEvent = { kind: is_hidden ? 'away' : 'back', user_id }
  return appendEvents(tx, [
    { topic: 'people', name: 'person', data: person },
    { topic: 'posts', name: 'post', data: { kind: 'many', post_id: null, spot_id: null } },
    { topic: 'comments', name: 'comment', data: { post_id: null } },
  ])
}

/**
 * Sets or clears the columns that hide a person, and publishes the change if their visibility changes. Returns whether
 * anything changed. A column that is already set isn't updated.
 */
export async function changeVisibility(tx: Tx, user_id: string, hiddenBy: HiddenBy): Promise<boolean> {
  const before = await lockVisibility(tx, user_id)
  if (!before) return false
  const changed = (['suspended_at', 'deletion_requested_at'] as const).filter(
    (column) => hiddenBy[column] !== undefined && hiddenBy[column] !== (before[column] !== null),
  )
  if (changed.length === 0) return false
  const values = changed.map((column) => [column, hiddenBy[column] ? sql<string>`now()` : null])
  const { is_hidden } = await tx
    .updateTable('profiles')
    .set(Object.fromEntries(values))
    .where('user_id', '=', user_id)
    .returning('is_hidden')
    .executeTakeFirstOrThrow()
  if (is_hidden !== before.is_hidden) await publishVisibility(tx, user_id, is_hidden)
  return true
}
