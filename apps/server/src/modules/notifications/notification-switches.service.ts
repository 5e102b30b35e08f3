import { type NotificationSwitches, SWITCHED_TYPES } from '@nollie/contract'
import type { Db } from '../../db/open.ts'
import { selectMutes, writeMutes } from './notification-switches.queries.ts'

/** Returns which notification types a person gets. All types are on by default. */
export async function getSwitches(db: Db, user_id: string): Promise<NotificationSwitches> {
  const off = await selectMutes(db, user_id)
  return Object.fromEntries(SWITCHED_TYPES.map((type) => [type, !off.includes(type)])) as NotificationSwitches
}

/** Turns notification types on and off. Types absent from `changes` stay unchanged. */
export function setSwitches(
  db: Db,
  user_id: string,
  changes: { [type in keyof NotificationSwitches]?: boolean | undefined },
): Promise<NotificationSwitches> {
  return db.transaction().execute(async (tx) => {
    const named = (wanted: boolean) => SWITCHED_TYPES.filter((type) => changes[type] === wanted)
    await writeMutes(tx, user_id, { on: named(true), off: named(false) })
    return getSwitches(tx, user_id)
  })
}
