import { ECDH } from 'node:crypto'
import type { NativePushDevice, Push, PushChanges, PushDevice, Viewer } from '@nollie/contract'
import type { LanguageCode } from '@nollie/contract/languages'
import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { countDevices, dropDevices, selectSettings, storeDevice, writeSettings } from './push.queries.ts'
import { isPushService } from './push-hosts.ts'
import type { NativeSender } from './send-native.ts'
import { say } from '../../platform/languages/index.ts'

/** Dependencies for this module's services. */
export type PushDeps = { db: Db; public_key: string; hosts: readonly string[]; native: NativeSender | null }

/** Returns a person's push settings and devices. */
export async function getPush({ db, public_key, native }: PushDeps, viewer: Viewer): Promise<Push> {
  const set = await selectSettings(db, viewer.user_id)
  const { quiet_from: from = null, quiet_until: until = null, time_zone = null } = set ?? {}
  return {
    quiet: from === null || until === null || time_zone === null ? null : { from, until, time_zone },
    shows_text: set?.shows_text ?? true,
    muted: set?.muted ?? [],
    public_key,
    native: native !== null,
    ...(await countDevices(db, viewer)),
  }
}

/** Changes a person's push settings. */
export async function setPush(deps: PushDeps, viewer: Viewer, changes: PushChanges): Promise<Push> {
  await deps.db.transaction().execute((tx) => writeSettings(tx, viewer.user_id, changes))
  return getPush(deps, viewer)
}

function isKey(p256dh: string): boolean {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url', 'base64url', 'compressed')
    return true
  } catch {
    return false
  }
}

/**
 * Turns on notifications for the viewer's current device, in the page's language.
 * @throws Refusal BAD_REQUEST for an unknown push service, or for invalid keys
 */
export async function addDevice(
  deps: PushDeps,
  viewer: Viewer,
  device: PushDevice,
  language: LanguageCode,
): Promise<Push> {
  if (!isPushService(device.endpoint, deps.hosts))
    throw new Refusal('BAD_REQUEST', {
      detail: say`This server doesn’t support your browser’s push service.`,
    })
  if (!isKey(device.p256dh))
    throw new Refusal('BAD_REQUEST', { detail: say`This isn’t a valid browser subscription.` })
  await deps.db.transaction().execute((tx) => storeDevice(tx, viewer, { ...device, language }))
  return getPush(deps, viewer)
}

/**
 * Turns on notifications for the native app in the viewer's current session, in the page's language.
 * @throws Refusal BAD_REQUEST if no relay is configured
 */
export async function addNativeDevice(
  deps: PushDeps,
  viewer: Viewer,
  device: NativePushDevice,
  language: LanguageCode,
): Promise<Push> {
  if (!deps.native)
    throw new Refusal('BAD_REQUEST', { detail: say`This server can’t send notifications to apps.` })
  await deps.db.transaction().execute((tx) => storeDevice(tx, viewer, { ...device, language }))
  return getPush(deps, viewer)
}

/** Turns off notifications on this session's device, or on all other devices. */
export async function removeDevices(deps: PushDeps, viewer: Viewer, which: 'here' | 'others'): Promise<Push> {
  await dropDevices(deps.db, viewer, which)
  return getPush(deps, viewer)
}
