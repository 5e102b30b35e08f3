import { SWITCHED_TYPES } from '../notifications/notification-types.ts'

/**
 * The notifications that devices show while Nollie is closed, each of which can be muted: messages, and types of
 * notifications.
 */
export const PUSH_KINDS = ['message', ...SWITCHED_TYPES, 'spot_near', 'area_changes'] as const

/** One of {@link PUSH_KINDS}. */
export type PushKind = (typeof PUSH_KINDS)[number]
