import type { Endpoint, Viewer } from '@nollie/contract'
import type { Refusal } from './refusal.ts'

/** The validated input of a call, as far as it names what the call is about. */
export type Named = { params: unknown; query: unknown; body: unknown; viewer: Viewer | null }

/**
 * What is tried instead of a call that was refused, because what it names moved; null: nothing. May throw another refusal.
 * The refused call must have changed nothing.
 */
export type Instead = (operation: Endpoint, call: Named, refusal: Refusal) => Promise<Partial<Named> | null>
