import { LIMITS, type PersonEvent } from '@nollie/contract'
import { appendEvent } from '../../db/events.ts'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { countBlocks, deleteBlock, insertBlock, personExists, selectBlocks } from './blocks.queries.ts'
import { type PeoplePage, readPeoplePage } from './people-page.ts'
import { isBlockedBetween } from './visibility.queries.ts'
import { say } from '../../platform/languages/index.ts'

function isGone(error: unknown): boolean {
  return (error as { code?: string }).code === '23503'
}

// Publishes `away` or `back` to each of two people, about the other. Suspensions publish the same events, so blocks
// aren't revealed.
async function publishToBoth(tx: Tx, kind: 'away' | 'back', a: string, b: string): Promise<void> {
  for (const [to, user_id] of [
    [a, b],
    [b, a],
  ] as const) {
    const data: PersonEvent = { kind, user_id }
    await appendEvent(tx, { topic: `user:${to}`, name: 'person', data })
  }
}

/**
 * Blocks a person and ends the follows between the two; a no-op if they're already blocked.
 * @throws Refusal PERSON_NOT_FOUND, BAD_REQUEST for blocking oneself or exceeding `blocks_max`
 */
export async function blockPerson(db: Db, blocker_id: string, blocked_id: string): Promise<void> {
  if (blocker_id === blocked_id) throw new Refusal('BAD_REQUEST', { detail: say`You can’t block yourself.` })
  await db.transaction().execute(async (tx) => {
    if (!(await personExists(tx, blocked_id))) throw new Refusal('PERSON_NOT_FOUND')
    if ((await countBlocks(tx, blocker_id)) >= LIMITS.blocks_max)
      throw new Refusal('BAD_REQUEST', {
        detail: say`You’ve reached the limit of ${LIMITS.blocks_max} blocked people.`,
      })
    const isNew = await insertBlock(tx, blocker_id, blocked_id).catch((error: unknown) => {
      throw isGone(error) ? new Refusal('PERSON_NOT_FOUND') : error
    })
    if (isNew) await publishToBoth(tx, 'away', blocker_id, blocked_id)
  })
}

/**
 * Removes a block; a no-op if there is none.
 * @throws Refusal PERSON_NOT_FOUND
 */
export function unblockPerson(db: Db, blocker_id: string, blocked_id: string): Promise<void> {
  return db.transaction().execute(async (tx) => {
    if (!(await personExists(tx, blocked_id))) throw new Refusal('PERSON_NOT_FOUND')
    const deleted = await deleteBlock(tx, blocker_id, blocked_id)
    // If the other person has also blocked the viewer, the two remain hidden from each other.
    if (deleted && !(await isBlockedBetween(tx, blocker_id, blocked_id)))
      await publishToBoth(tx, 'back', blocker_id, blocked_id)
  })
}

/**
 * Returns a page of the people blocked by a person, newest first.
 * @throws Refusal BAD_CURSOR
 */
export function blocksPage(db: Db, blocker_id: string, cursor: string | undefined): Promise<PeoplePage> {
  return readPeoplePage(cursor, (range) => selectBlocks(db, blocker_id, range))
}
