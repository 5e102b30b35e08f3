import { SWITCHED_TYPES } from '../notifications/notification-types.ts'

/** Notifications that devices show while Nollie is closed: messages and some notification types. Each can be muted. */
export const PUSH_KINDS = ['message', ...SWITCHED_TYPES, 'spot_near', 'area_changes'] as const

/** One of {@link PUSH_KINDS}. */
export type PushKind = (typeof PUSH_KINDS)[number]
