import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Moment } from '../shapes.ts'
import { ClientHeaders, SignedIn } from './accounts.ts'
import { Challenge, Verifier } from './sign-in-codes.ts'
import { Identity } from './sign-in-ways.ts'
import { ProviderState } from './providers.ts'
import { issue } from '../sentences.ts'

/** A wallet's blockchain and its address in the wallet's own notation. */
export const Wallet = z.discriminatedUnion('chain', [
  z.object({
    chain: z.literal('ethereum'),
    address: z.string().regex(/^0x[0-9a-fA-F]{40}$/, issue`That’s not an Ethereum address.`),
  }),
  z.object({
    chain: z.literal('solana'),
    address: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, issue`That’s not a Solana address.`),
  }),
])

/** A wallet's blockchain and address. */
export type Wallet = z.output<typeof Wallet>

const WalletRequest = z.object({ wallet: Wallet, code_challenge: Challenge })

/** The message that the wallet must sign. */
const WalletRequested = z.object({
  state: z.string(),
  /** Plain text, signed with `personal_sign` (EIP-191) or Solana's `signMessage`. */
  message: z.string(),
  expires_at: Moment,
})

const SignedByWallet = {
  state: ProviderState,
  code_verifier: Verifier,
  wallet: Wallet,
  /** Hexadecimal: 65 bytes for Ethereum, 64 for Solana. */
  signature: z
    .string()
    .regex(/^(0x)?([0-9a-fA-F]{128}|[0-9a-fA-F]{130})$/, issue`That’s not a wallet signature.`),
}

/** Signs in with a wallet (EIP-4361 and its Solana equivalent), or links one. */
export const walletEndpoints = {
  requestWallet: endpoint('POST /api/auth/wallet-requests', {
    summary:
      'Begin to sign in with a wallet: answers the message for it to sign. With the signature, and the verifier of the challenge, the next call signs in',
    policy: 'anyone',
    rate: 'sign_in',
    body: WalletRequest,
    status: 201,
    answer: WalletRequested,
    errors: ['NOT_FOUND'],
  }),
  signInWithWallet: endpoint('POST /api/auth/wallet-sign-ins', {
    summary:
      'Sign in with the message of `POST /api/auth/wallet-requests`, signed by a wallet that its owner has linked before. A wallet has no email address, so one that belongs to no account is refused with WALLET_UNLINKED: sign in another way, then link it',
    policy: 'anyone',
    rate: 'sign_in',
    headers: ClientHeaders,
    body: z.object({
      ...SignedByWallet,
      /** Cancels a pending account deletion, which otherwise blocks the sign-in. */
      cancel_deletion: z.boolean().default(false),
    }),
    answer: SignedIn,
    errors: ['PROVIDER_OVER', 'WALLET_REFUSED', 'WALLET_UNLINKED', 'LEAVING', 'GONE', 'FACTOR_NEEDED'],
  }),
  requestWalletLink: endpoint('POST /api/account/wallet-requests', {
    summary: 'Begin to link a wallet, by a fresh proof: answers the message for it to sign',
    policy: 'member',
    rate: 'reauth',
    body: WalletRequest,
    status: 201,
    answer: WalletRequested,
    errors: ['NOT_FOUND', 'PROOF_NEEDED'],
  }),
  linkWallet: endpoint('POST /api/account/wallets', {
    summary:
      'Link a wallet with the message of `POST /api/account/wallet-requests` that it signed, by a fresh proof; a mail tells the owner. It is an identity, and is unlinked as one',
    policy: 'member',
    rate: 'write',
    body: z.object(SignedByWallet),
    status: 201,
    answer: Identity,
    errors: ['PROOF_NEEDED', 'PROVIDER_OVER', 'WALLET_REFUSED', 'IDENTITY_ALREADY_EXISTS'],
  }),
}
