import type { Db, Tx } from '../../db/open.ts'
import { isQuiet } from '../push/index.ts'
import { notify } from '../notifications/index.ts'
import { setNotified, takeWaiting, type Waiting, type WaitingFor } from './daily-notifications.queries.ts'

/** Number of people per transaction. */
const PEOPLE_AT_ONCE = 100
/** Delay in minutes that gives people time to delete mistakes. */
const REST_MINUTES = 10
/** Minimum number of hours between notifications, so that people get at most one a day. */
const APART_HOURS = 24
const FIRST = '00000000-0000-0000-0000-000000000000'

// Items that are pending during quiet hours are sent afterwards.
function isQuietNow({ quiet_from: from, quiet_until: until, quiet_zone: time_zone }: Waiting): boolean {
  return (
    from !== null && until !== null && time_zone !== null && isQuiet({ from, until, time_zone }, new Date())
  )
}

/** A kind of item that is combined into one notification per person and day. */
export type DailyKind = {
  type: 'spot_near' | 'area_changes'
  waits: WaitingFor
  /** Whether the person can currently see any of the pending items. */
  isShown: (tx: Tx, user_id: string) => Promise<boolean>
  /** Links the items to the current notification, so that there is only one notification about each. */
  bind: (tx: Tx, user_id: string) => Promise<void>
}

async function notifyOne(tx: Tx, { type, waits, isShown, bind }: DailyKind, one: Waiting): Promise<void> {
  const { user_id } = one
  if (isQuietNow(one) || !(await isShown(tx, user_id))) return
  const notified = await notify(tx, {
    type,
    from_user_id: null,
    user_ids: [user_id],
    target_id: user_id,
  })
  if (notified.length === 0) return
  await bind(tx, user_id)
  await setNotified(tx, user_id, waits.notifiedAt)
}

/** Notifies everyone who has pending items, with one combined notification at most once a day. */
export async function notifyDaily(db: Db, kind: DailyKind): Promise<void> {
  const figures = { limit: PEOPLE_AT_ONCE, restMinutes: REST_MINUTES, apartHours: APART_HOURS }
  for (let after: string | undefined = FIRST; after !== undefined; ) {
    const from = after
    after = await db.transaction().execute(async (tx) => {
      const people = await takeWaiting(tx, kind.waits, from, figures)
      for (const one of people) await notifyOne(tx, kind, one)
      return people.at(-1)?.user_id
    })
  }
}
