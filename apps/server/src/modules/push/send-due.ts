import { LANGUAGE_CODES } from '@nollie/contract/languages'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../db/open.ts'
import type { JobRun } from '../../platform/jobs/index.ts'
import { languageNamed } from '../../platform/languages/index.ts'
import { signal as metric } from '../../platform/telemetry/index.ts'
import { newMessages } from '../messages/index.ts'
import { readNewLines } from '../notifications/index.ts'
import { type DuePush, dropDevice, findDevice } from './push.queries.ts'
import { type Shown, toShown } from './push-texts.ts'
import { isQuiet } from './quiet-hours.ts'
import { type NativeSender, sendNative } from './send-native.ts'
import { type PushOutcome, type PushSender, PushNotSent, sendPush } from './send-push.ts'

type Device = NonNullable<Awaited<ReturnType<typeof findDevice>>>

function isQuietNow({ quiet_from: from, quiet_until: until, time_zone }: Device): boolean {
  return (
    from !== null && until !== null && time_zone !== null && isQuiet({ from, until, time_zone }, new Date())
  )
}

async function newItemsFor(db: Db, { user_id }: Device, { notification_ids, message_ids }: DuePush) {
  return {
    lines: notification_ids.length > 0 ? await readNewLines(db, user_id, notification_ids) : [],
    messages: message_ids.length > 0 ? await newMessages(db, user_id, message_ids) : [],
  }
}

type Deps = { db: Db; log: FastifyBaseLogger; sender: PushSender; native: NativeSender | null }

// If a device uses a relay that is no longer configured, treat it as removed.
async function sendTo(
  { sender, native }: Deps,
  { endpoint, p256dh, auth, platform }: Device,
  shown: readonly Shown[],
  signal: AbortSignal,
): Promise<PushOutcome> {
  if (platform) return native ? sendNative(native, { platform, endpoint }, shown, signal) : 'gone'
  return sendPush(sender, { endpoint, p256dh, auth }, JSON.stringify({ shown }), signal)
}

/**
 * Sends a device its owner's items that are still new. Sends nothing during quiet hours, because the app's lists show
 * the items later.
 */
export function sendDue(deps: Deps) {
  return async ({ data, signal }: JobRun<DuePush>): Promise<void> => {
    const { db, log } = deps
    const device = await findDevice(db, data.device_id)
    if (!device || isQuietNow(device)) return
    const language = languageNamed(device.language, LANGUAGE_CODES) ?? LANGUAGE_CODES[0]
    const shown = toShown(await newItemsFor(db, device, data), { ...device, language })
    if (shown.length === 0) return
    try {
      const outcome = await sendTo(deps, device, shown, signal)
      metric('push', { outcome })
      if (outcome === 'gone') await dropDevice(db, data.device_id)
      // Give up on this message, but not on the device. Either the message is too large, or this server's clock is
      // wrong, which would affect all devices.
      if (outcome === 'refused') log.warn({ device: data.device_id }, 'a push service refused a message')
    } catch (error) {
      if (error instanceof PushNotSent) metric('push', { outcome: 'failed' })
      throw error
    }
  }
}
