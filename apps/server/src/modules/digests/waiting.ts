import type { Db, Tx } from '../../db/open.ts'
import { isQuiet } from '../push/index.ts'
import type { Waiting } from './spots-near.queries.ts'

/** People in one transaction. */
const PEOPLE_AT_ONCE = 100
/** Whoever shared or pinned something by mistake has deleted it by then. */
const REST_MINUTES = 10
/** Once a day at most. */
const APART_HOURS = 24
const FIRST = '00000000-0000-0000-0000-000000000000'

type Figures = { limit: number; restMinutes: number; apartHours: number }

/** Whether somebody's devices are quiet: what waits then is notified afterwards. */
export const isQuietNow = ({
  quiet_from: from,
  quiet_until: until,
  quiet_zone: time_zone,
}: Waiting): boolean =>
  from !== null && until !== null && time_zone !== null && isQuiet({ from, until, time_zone }, new Date())

/** Notifies everybody for whom something waits, once a day at most. */
export const forEachWaiting = async (
  db: Db,
  take: (tx: Tx, after: string, figures: Figures) => Promise<Waiting[]>,
  notifyOne: (tx: Tx, waiting: Waiting) => Promise<void>,
): Promise<void> => {
  const figures = { limit: PEOPLE_AT_ONCE, restMinutes: REST_MINUTES, apartHours: APART_HOURS }
  for (let after: string | undefined = FIRST; after !== undefined; ) {
    const from = after
    after = await db.transaction().execute(async (tx) => {
      const people = await take(tx, from, figures)
      for (const one of people) await notifyOne(tx, one)
      return people.at(-1)?.user_id
    })
  }
}
