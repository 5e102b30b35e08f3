import type { Endpoint, Viewer } from '@nollie/contract'
import type { Refusal } from './refusal.ts'

/** The validated input of a refused call, reduced to what identifies its subject. */
export type RefusedCall = { params: unknown; query: unknown; body: unknown; viewer: Viewer | null }

/**
 * Returns new input for repeating a refused call, because its subject has moved; null if it hasn't. May throw another
 * refusal. The refused call must not have changed anything.
 */
export type ForwardRefused = (
  operation: Endpoint,
  call: RefusedCall,
  refusal: Refusal,
) => Promise<Partial<RefusedCall> | null>
