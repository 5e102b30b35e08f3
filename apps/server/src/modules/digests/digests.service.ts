import type { Digests, DigestChanges, Viewer } from '@nollie/contract'
import type { Db, Tx } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { parseRowId } from '../accounts/index.ts'
import { findNextMonday } from './next-monday.ts'
import { lockSettings, selectSettings, turnOffDigest, writeSettings } from './digests.queries.ts'

/** The default time zone. */
const NOWHERE = 'UTC'

/** Returns a person's settings for opt-in notifications. */
export async function getDigests(db: Db | Tx, { user_id }: Viewer): Promise<Digests> {
  const row = await selectSettings(db, user_id)
  return {
    digest: Boolean(row?.digest_due_at),
    places: Boolean(row?.places_since),
    time_zone: row?.time_zone ?? NOWHERE,
    digest_due_at: row?.digest_due_at ?? null,
  }
}

/** Minimum gap between weekly emails, so that people who change time zones on a Monday don't get two. */
const APART_MS = 3 * 24 * 3_600_000

/** Changes a person's settings for opt-in notifications. */
export function setDigests(
  db: Db,
  viewer: Viewer,
  { digest, places, time_zone }: DigestChanges,
): Promise<Digests> {
  return db.transaction().execute(async (tx) => {
    const row = await lockSettings(tx, viewer.user_id)
    const zone = time_zone ?? row.time_zone
    const wantsDigest = digest ?? row.digest_due_at !== null
    const wantsPlaces = places ?? row.places_since !== null
    const now = new Date()
    const after = row.digest_queued_at ? Date.parse(row.digest_queued_at) + APART_MS : 0
    await writeSettings(tx, viewer.user_id, {
      time_zone: zone,
      digest_due_at: wantsDigest ? findNextMonday(new Date(Math.max(now.getTime(), after)), zone) : null,
      places_since: wantsPlaces ? new Date(row.places_since ?? now) : null,
    })
    return getDigests(tx, viewer)
  })
}

/**
 * Turns off the weekly email of the person identified by an unsubscribe link; idempotent.
 * @throws Refusal BAD_TOKEN
 */
export async function unsubscribe({ db, secret }: { db: Db; secret: string }, token: string): Promise<void> {
  const user_id = parseRowId(secret, 'end-digest', token)
  if (!user_id) throw new Refusal('BAD_TOKEN')
  await turnOffDigest(db, user_id)
}
