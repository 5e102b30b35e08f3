import type { Endpoint, Viewer } from '@nollie/contract'
import type { Refusal } from './refusal.ts'

/** The validated input of a refused call, as far as it names what the call is about. */
export type RefusedCall = { params: unknown; query: unknown; body: unknown; viewer: Viewer | null }

/**
 * Returns other input with which a refused call is made once more, because what it names moved; null if nothing moved.
 * May throw another refusal. The refused call must have changed nothing.
 */
export type ForwardRefused = (
  operation: Endpoint,
  call: RefusedCall,
  refusal: Refusal,
) => Promise<Partial<RefusedCall> | null>
