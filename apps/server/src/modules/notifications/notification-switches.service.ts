import { type NotificationSwitches, SWITCHED_TYPES } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { selectMutes, writeMutes } from './notification-switches.queries.ts'

/** Which types of notifications a person wants: all that are not switched off. */
export const getSwitches = async (db: Db, user_id: string): Promise<NotificationSwitches> => {
  const off = await selectMutes(db, user_id)
  return Object.fromEntries(SWITCHED_TYPES.map((type) => [type, !off.includes(type)])) as NotificationSwitches
}

/** Switches types on and off; types that `changes` does not name stay as they are. */
export const setSwitches = (
  db: Db,
  user_id: string,
  changes: { [type in keyof NotificationSwitches]?: boolean | undefined },
): Promise<NotificationSwitches> =>
  db.transaction().execute(async (tx) => {
    const named = (wanted: boolean) => SWITCHED_TYPES.filter((type) => changes[type] === wanted)
    await writeMutes(tx, user_id, { on: named(true), off: named(false) })
    return getSwitches(tx, user_id)
  })
