import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { TimeZone } from '../shapes.ts'
import { PUSH_KINDS } from './push-kinds.ts'
import { issue } from '../sentences.ts'

const MINUTES_OF_DAY = 1440

/** Hours during which devices stay silent; `until` can be on the next day. */
export const QuietHours = z
  .object({
    /** Minutes after midnight. */
    from: z
      .number()
      .int()
      .min(0)
      .max(MINUTES_OF_DAY - 1),
    until: z
      .number()
      .int()
      .min(0)
      .max(MINUTES_OF_DAY - 1),
    time_zone: TimeZone,
  })
  .refine(({ from, until }) => from !== until, {
    path: ['until'],
    error: issue`Choose two different times.`,
  })
  .meta({ id: 'QuietHours' })

/** Hours during which devices stay silent; `until` can be on the next day. */
export type QuietHours = z.output<typeof QuietHours>

const Changes = z.object({
  quiet: QuietHours.nullable(),
  /** Whether notifications show what people wrote. */
  shows_text: z.boolean(),
  /** Muted notification types. */
  muted: z.array(z.enum(PUSH_KINDS)).max(PUSH_KINDS.length),
})

/** A person's push settings and devices. */
export const Push = Changes.extend({
  /** The Push API's `applicationServerKey`. */
  public_key: z.string(),
  /** Whether this server can reach native apps. */
  native: z.boolean(),
  /** Whether this session's device shows notifications. */
  is_here: z.boolean(),
  /** The number of other devices that show notifications. */
  others: z.number().int(),
}).meta({ id: 'Push' })

/** A person's push settings and devices. */
export type Push = z.output<typeof Push>

const SomeChanges = Changes.partial()

/** A change to these settings; absent fields stay unchanged. */
export type PushChanges = z.output<typeof SomeChanges>

/** A subscription in the browser's format (`PushSubscription.toJSON`). */
export const PushDevice = z.object({
  endpoint: z
    .string()
    .max(1000)
    .regex(/^https?:\/\/[!-~]+$/, issue`This isn’t a valid browser subscription.`),
  p256dh: z.string().regex(/^[\w-]{87}$/, issue`This isn’t a valid browser subscription.`),
  auth: z.string().regex(/^[\w-]{22}$/, issue`This isn’t a valid browser subscription.`),
})

/** A subscription in the browser's format (`PushSubscription.toJSON`). */
export type PushDevice = z.output<typeof PushDevice>

/** A native app's registration with the platform's push service. */
export const NativePushDevice = z.object({
  platform: z.enum(['android', 'ios']),
  token: z.string().regex(/^[\w:.-]{1,900}$/, issue`This isn’t a valid app token.`),
})

/** A native app's registration with the platform's push service. */
export type NativePushDevice = z.output<typeof NativePushDevice>

/** Notifications while Nollie is closed: through Web Push in browsers, and through a relay in native apps. */
export const pushEndpoints = {
  getPush: endpoint('GET /api/push', {
    summary:
      'Get what the viewer’s devices show while Nollie is closed. Also returns whether this session’s device shows notifications.',
    policy: 'member',
    rate: 'read',
    answer: Push,
  }),
  setPush: endpoint('PATCH /api/push', {
    summary:
      'Change what the viewer’s devices show while Nollie is closed, and when. Omitted fields stay unchanged. Returns the viewer’s push settings.',
    policy: 'member',
    rate: 'write',
    body: SomeChanges,
    answer: Push,
  }),
  addPushDevice: endpoint('PUT /api/push/device', {
    summary:
      'Show notifications on this session’s device until the session ends. Returns the viewer’s push settings.',
    policy: 'member',
    rate: 'write',
    body: PushDevice,
    answer: Push,
  }),
  addNativePushDevice: endpoint('PUT /api/push/native-device', {
    summary:
      'Show notifications in this session’s native app until the session ends. Returns the viewer’s push settings.',
    policy: 'member',
    rate: 'write',
    body: NativePushDevice,
    answer: Push,
  }),
  removePushDevice: endpoint('DELETE /api/push/device', {
    summary: 'Stop showing notifications on this session’s device. Returns the viewer’s push settings.',
    policy: 'member',
    rate: 'write',
    answer: Push,
  }),
  removeOtherPushDevices: endpoint('DELETE /api/push/other-devices', {
    summary: 'Stop showing notifications on all other devices. Returns the viewer’s push settings.',
    policy: 'member',
    rate: 'write',
    answer: Push,
  }),
}
