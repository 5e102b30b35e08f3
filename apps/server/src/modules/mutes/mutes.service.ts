import { LIMITS } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { say } from '../../platform/languages/index.ts'
import { isVisibleTo, type PeoplePage, personExists, readPeoplePage } from '../blocks/index.ts'
import { countMutes, deleteMute, insertMute, selectMutes } from './mutes.queries.ts'

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

/**
 * Returns a page of the people muted by a person, newest first.
 * @throws Refusal BAD_CURSOR
 */
export function mutesPage(db: Db, muter_id: string, cursor: string | undefined): Promise<PeoplePage> {
  return readPeoplePage(cursor, (range) => selectMutes(db, muter_id, range))
}
