import { z } from 'zod'

/** A blockchain whose wallets can sign in. */
export const Chain = z.enum(['ethereum', 'solana'])

/** A blockchain whose wallets can sign in. */
export type Chain = z.output<typeof Chain>
