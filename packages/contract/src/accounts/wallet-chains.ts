import { z } from 'zod'

/** A kind of chain whose wallets sign in. */
export const Chain = z.enum(['ethereum', 'solana'])

/** A kind of chain whose wallets sign in. */
export type Chain = z.output<typeof Chain>
