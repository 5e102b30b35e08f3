import { z } from 'zod'
import { Chain } from '@nollie/contract/accounts'

function isChain(text: string): text is Chain {
  return Chain.safeParse(text).success
}

/** Environment variables for wallets. */
export const WALLET_VARIABLES = {
  WALLETS: z
    .string()
    .transform((text) => [...new Set(text.split(',').map((part) => part.trim().toLowerCase()))])
    .refine(
      (list): list is Chain[] => list.every(isChain),
      'must be ethereum, solana, or both separated by a comma',
    )
    .default([]),
}
