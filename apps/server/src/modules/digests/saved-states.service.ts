import type { Db, Tx } from '../../db/open.ts'
import { notify } from '../notifications/index.ts'
import { selectSavers, type StateChange, takeStateChanges } from './saved-states.queries.ts'

/** Number of spots per transaction. */
const SPOTS_AT_ONCE = 20
/** Delay in minutes. No one is notified of a status that is reverted within this time. */
const REST_MINUTES = 10
/** Number of recipients per statement. */
const PEOPLE_AT_ONCE = 1_000

async function notifySavers(tx: Tx, change: StateChange): Promise<void> {
  const { spot_id } = change
  const savers = await selectSavers(tx, change)
  for (let at = 0; at < savers.length; at += PEOPLE_AT_ONCE)
    await notify(tx, {
      type: 'saved_spot_state',
      from_user_id: null,
      user_ids: savers.slice(at, at + PEOPLE_AT_ONCE),
      target_id: spot_id,
      spot_id,
    })
}

/**
 * Notifies people of the new status of spots they saved or have in one of their lists or their crews' lists. They get
 * one entry a day per spot, with its current status.
 */
export async function notifySavedStates({ db }: { db: Db }): Promise<void> {
  for (let taken = SPOTS_AT_ONCE; taken === SPOTS_AT_ONCE; )
    taken = await db.transaction().execute(async (tx) => {
      const changes = await takeStateChanges(tx, { restMinutes: REST_MINUTES, limit: SPOTS_AT_ONCE })
      for (const change of changes) await notifySavers(tx, change)
      return changes.length
    })
}
