import type { NativePushDevice, PushChanges, PushDevice, Viewer } from '@nollie/contract'
import type { LanguageCode } from '@nollie/contract/languages'
import { sql } from 'kysely'
import { v7 as uuid } from 'uuid'
import type { Db, Tx } from '../../db/open.ts'
import type { PushSettings } from '../../db/tables/push.ts'

/** Returns a person's push settings, or null if they never changed any. */
export async function selectSettings(db: Db, user_id: string) {
  return (
    (await db.selectFrom('push_settings').selectAll().where('user_id', '=', user_id).executeTakeFirst()) ??
    null
  )
}

/** Updates the given push settings for a person. */
export async function writeSettings(tx: Tx, user_id: string, changes: PushChanges): Promise<void> {
  const { quiet, shows_text, muted } = changes
  const columns = {
    ...(quiet !== undefined && {
      quiet_from: quiet?.from ?? null,
      quiet_until: quiet?.until ?? null,
      time_zone: quiet?.time_zone ?? null,
    }),
    ...(shows_text !== undefined && { shows_text }),
    ...(muted !== undefined && { muted: [...new Set(muted)] }),
  }
  await tx
    .insertInto('push_settings')
    .values({ user_id, quiet_from: null, quiet_until: null, time_zone: null, ...columns })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ user_id, ...columns }))
    .execute()
}

/** Returns whether this session's device gets notifications, and how many of the person's other devices do. */
export async function countDevices(db: Db, { user_id, session_id }: Viewer) {
  const row = await db
    .selectFrom('push_devices')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('session_id', '<>', session_id).as('others'),
      eb.fn.countAll<number>().filterWhere('session_id', '=', session_id).as('here'),
    ])
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return { is_here: row.here > 0, others: row.others }
}

/** Stores a session's device, replacing its previous one and any other session's device for the same browser. */
export async function storeDevice(
  tx: Tx,
  { user_id, session_id }: Viewer,
  device: (PushDevice | NativePushDevice) & { language: LanguageCode },
): Promise<void> {
  const { language } = device
  const row =
    'token' in device
      ? { endpoint: device.token, platform: device.platform, p256dh: '', auth: '', language }
      : { endpoint: device.endpoint, platform: null, p256dh: device.p256dh, auth: device.auth, language }
  await tx
    .deleteFrom('push_devices')
    .where((eb) => eb.or([eb('session_id', '=', session_id), eb('endpoint', '=', row.endpoint)]))
    .execute()
  await tx
    .insertInto('push_devices')
    .values({ id: uuid(), user_id, session_id, ...row })
    .execute()
}

/** Deletes this session's device, or all of the person's other devices. */
export async function dropDevices(
  db: Db,
  { user_id, session_id }: Viewer,
  which: 'here' | 'others',
): Promise<void> {
  await db
    .deleteFrom('push_devices')
    .where('user_id', '=', user_id)
    .where('session_id', which === 'here' ? '=' : '<>', session_id)
    .execute()
}

/** Deletes a device whose browser is no longer subscribed. */
export async function dropDevice(db: Db, id: string): Promise<void> {
  await db.deleteFrom('push_devices').where('id', '=', id).execute()
}

/** Notifications and messages that are due to be sent to a device. */
export type DuePush = { device_id: string; notification_ids: string[]; message_ids: string[] }

/** Maximum number of items of each kind in one message. The app's own lists show the rest. */
const MAX_IDS = 50

/**
 * Takes due rows from the queue for up to `limit` people. Includes all their pending rows, so that these become one
 * message. Returns them grouped by device.
 */
export async function takeDue(tx: Tx, limit: number): Promise<DuePush[]> {
  const { rows } = await sql<DuePush>`
    with people as (
      select user_id from push_queue where due_at <= clock_timestamp() order by due_at limit ${limit}
    ), taken as (
      delete from push_queue q where q.user_id in (select user_id from people)
      returning q.id, q.user_id, q.notification_id, q.message_id
    ), waiting as (
      select user_id,
        coalesce(array_agg(notification_id order by id desc) filter (where notification_id is not null), '{}') as notification_ids,
        coalesce(array_agg(message_id order by id desc) filter (where message_id is not null), '{}') as message_ids
      from taken group by user_id
    )
    select d.id as device_id, w.notification_ids[1:${sql.lit(MAX_IDS)}] as notification_ids,
      w.message_ids[1:${sql.lit(MAX_IDS)}] as message_ids
    from waiting w join push_devices d using (user_id)`.execute(tx)
  return rows
}

/**
 * Returns a device with its owner's settings. Undefined if it's deleted, its session ended, or its owner is suspended.
 */
export async function findDevice(db: Db, id: string) {
  const row = await db
    .selectFrom('push_devices as d')
    .innerJoin('sessions as s', 's.id', 'd.session_id')
    .innerJoin('profiles as p', 'p.user_id', 'd.user_id')
    .leftJoin('push_settings as w', 'w.user_id', 'd.user_id')
    .select(['d.user_id', 'd.endpoint', 'd.p256dh', 'd.auth', 'd.platform', 'd.language'])
    .select(['w.quiet_from', 'w.quiet_until', 'w.time_zone'])
    .select(sql<boolean>`coalesce(w.shows_text, true)`.as('shows_text'))
    .select(sql<PushSettings['muted']['__select__']>`coalesce(w.muted, '{}')`.as('muted'))
    .where('d.id', '=', id)
    .where('s.expires_at', '>', sql<string>`now()`)
    .where('p.is_hidden', '=', false)
    .executeTakeFirst()
  return row
}
