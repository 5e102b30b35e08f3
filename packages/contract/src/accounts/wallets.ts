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
      'Start signing in with a wallet. Returns the message for the wallet to sign. To sign in, send the signature and the verifier of `code_challenge` to `POST /api/auth/wallet-sign-ins`.',
    policy: 'anyone',
    rate: 'sign_in',
    body: WalletRequest,
    status: 201,
    answer: WalletRequested,
    errors: ['NOT_FOUND'],
  }),
  signInWithWallet: endpoint('POST /api/auth/wallet-sign-ins', {
    summary:
      'Sign in with a message from `POST /api/auth/wallet-requests`, signed by a wallet that its owner has linked. A wallet has no email address, so one that belongs to no account is refused with `WALLET_UNLINKED`. In that case, sign in another way, then link the wallet.',
    policy: 'anyone',
    rate: 'sign_in',
    headers: ClientHeaders,
    body: z.object({
      ...SignedByWallet,
      /** Cancels a pending account deletion, which would otherwise block signing in. */
      cancel_deletion: z.boolean().default(false),
    }),
    answer: SignedIn,
    errors: ['PROVIDER_OVER', 'WALLET_REFUSED', 'WALLET_UNLINKED', 'LEAVING', 'GONE', 'FACTOR_NEEDED'],
  }),
  requestWalletLink: endpoint('POST /api/account/wallet-requests', {
    summary:
      'Start linking a wallet. Requires a recent proof of identity. Returns the message for the wallet to sign.',
    policy: 'member',
    rate: 'reauth',
    body: WalletRequest,
    status: 201,
    answer: WalletRequested,
    errors: ['NOT_FOUND', 'PROOF_NEEDED'],
  }),
  linkWallet: endpoint('POST /api/account/wallets', {
    summary:
      'Link a wallet with a message from `POST /api/account/wallet-requests` that the wallet signed. Requires a recent proof of identity. Emails the owner. Returns the wallet as an identity, which is unlinked like any other.',
    policy: 'member',
    rate: 'write',
    body: z.object(SignedByWallet),
    status: 201,
    answer: Identity,
    errors: ['PROOF_NEEDED', 'PROVIDER_OVER', 'WALLET_REFUSED', 'IDENTITY_ALREADY_EXISTS'],
  }),
}
