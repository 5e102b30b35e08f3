import { LIMITS } from '@nollie/contract'
import { z } from 'zod'
import type { Db } from '../../db/open.ts'
import { readCursor, Refusal, writeCursor } from '../../platform/http/index.ts'
import { say } from '../../platform/languages/index.ts'
import { isVisibleTo, personExists } from '../blocks/index.ts'
import {
  countMutes,
  deleteMute,
  insertMute,
  type Mute,
  type MuteCursor,
  selectMutes,
} from './mutes.queries.ts'

const MUTES_PAGE = 30

/**
 * Mutes a person; a no-op if they're already muted.
 * @throws Refusal PERSON_NOT_FOUND, BAD_REQUEST for muting oneself or exceeding `mutes_max`
 */
export async function mutePerson(db: Db, muter_id: string, muted_id: string): Promise<void> {
  if (muter_id === muted_id) throw new Refusal('BAD_REQUEST', { detail: say`You can’t mute yourself.` })
  await db.transaction().execute(async (tx) => {
    if (!(await isVisibleTo(tx, muter_id, muted_id))) throw new Refusal('PERSON_NOT_FOUND')
    if ((await countMutes(tx, muter_id)) >= LIMITS.mutes_max)
      throw new Refusal('BAD_REQUEST', {
        detail: say`You’ve reached the limit of ${LIMITS.mutes_max} muted people.`,
      })
    await insertMute(tx, muter_id, muted_id)
  })
}

/**
 * Unmutes a person, even one the muter can no longer see; a no-op if they aren't muted.
 * @throws Refusal PERSON_NOT_FOUND
 */
export async function unmutePerson(db: Db, muter_id: string, muted_id: string): Promise<void> {
  if (!(await personExists(db, muted_id))) throw new Refusal('PERSON_NOT_FOUND')
  await deleteMute(db, muter_id, muted_id)
}

const Cursor = z.tuple([z.iso.datetime(), z.uuid()])

/**
 * Returns a page of the people muted by a person, newest first.
 * @throws Refusal BAD_CURSOR
 */
export async function mutesPage(
  db: Db,
  muter_id: string,
  cursor: string | undefined,
): Promise<{ items: Mute[]; next_cursor: string | null }> {
  let after: MuteCursor | null = null
  if (cursor !== undefined) {
    const [created_at, user_id] = readCursor(Cursor, cursor)
    after = { created_at, user_id }
  }
  const found = await selectMutes(db, muter_id, { after, limit: MUTES_PAGE + 1 })
  const items = found.slice(0, MUTES_PAGE)
  const last = found.length > MUTES_PAGE ? items.at(-1) : undefined
  return { items, next_cursor: last ? writeCursor([last.created_at, last.user_id]) : null }
}
