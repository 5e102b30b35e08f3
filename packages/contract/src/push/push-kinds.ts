import { SWITCHED_TYPES } from '../notifications/notification-types.ts'

/** What devices show while Nollie is closed, and what may be silenced there: messages, and types of notifications. */
export const PUSH_KINDS = ['message', ...SWITCHED_TYPES, 'spot_near', 'area_changes'] as const

/** One of {@link PUSH_KINDS}. */
export type PushKind = (typeof PUSH_KINDS)[number]
