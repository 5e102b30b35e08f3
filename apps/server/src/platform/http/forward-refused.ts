import type { Endpoint, Viewer } from '@nollie/contract'
import type { Refusal } from './refusal.ts'

/** A refused call's validated input, reduced to the parts that identify its subject. */
export type RefusedCall = { params: unknown; query: unknown; body: unknown; viewer: Viewer | null }

/**
 * Returns new input for repeating a refused call whose subject has moved; null if it hasn't. May throw another refusal.
 * The refused call must not have changed anything.
 */
export type ForwardRefused = (
  operation: Endpoint,
  call: RefusedCall,
  refusal: Refusal,
) => Promise<Partial<RefusedCall> | null>
