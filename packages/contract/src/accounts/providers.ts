import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Moment } from '../shapes.ts'
import { isText } from '../texts.ts'
import { ClientHeaders, SignedIn } from './accounts.ts'
import { Chain } from './wallet-chains.ts'
import { Challenge, Verifier } from './sign-in-codes.ts'
import { issue } from '../sentences.ts'

/** A provider's name in URLs, as set in the server's configuration. */
export const ProviderName = z.string().regex(/^[a-z0-9-]{1,40}$/, issue`There’s no such provider.`)

/** An external service that people sign in with. */
export const Provider = z
  .object({
    provider: z.string(),
    /** The provider's display name. */
    title: z.string(),
  })
  .meta({ id: 'Provider' })

/** An external service that people sign in with. */
export type Provider = z.output<typeof Provider>

/** A code or token from a provider; no known provider sends longer ones. */
export const ReturnedText = z
  .string()
  .min(1)
  .max(8000)
  .refine(isText, issue`This isn’t a valid provider response.`)

/** Identifies a request to a provider, and is part of the URL that the provider returns to. */
export const ProviderState = z.string().regex(/^[\w-]{60,80}$/, issue`This isn’t a valid sign-in request.`)

/** Starts a sign-in with a provider. Only a client with the challenge's verifier can use the result. */
export const ProviderRequest = z.object({ provider: ProviderName, code_challenge: Challenge })

/** The URL to open in a browser, and values that a native app passes to the provider's library instead. */
export const ProviderRequested = z.object({
  state: z.string(),
  /** The provider's URL. The provider redirects to `/auth/return/{provider}` with `state` and `code`. */
  address: z.string(),
  /** The nonce that the ID token must contain. */
  nonce: z.string(),
  expires_at: Moment,
})

/** The parameters of a provider's return URL; absent if the client already sent them and now adds missing input. */
export const Returned = {
  state: ProviderState,
  code_verifier: Verifier,
  code: ReturnedText.optional(),
  /** The provider's issuer identifier (RFC 9207). */
  iss: z.string().max(2000).refine(isText, issue`This isn’t a valid provider response.`).optional(),
}

const signInRest = {
  username: z.string().max(200, issue`Choose a shorter username.`).optional(),
  /** Cancels a pending account deletion, which would otherwise block signing in. */
  cancel_deletion: z.boolean().default(false),
}

const SIGN_IN_ERRORS = [
  'PROVIDER_OVER',
  'PROVIDER_REFUSED',
  'PROVIDER_DOWN',
  'IN_PROGRESS',
  'EMAIL_UNPROVEN',
  'IDENTITY_UNLINKED',
  'USERNAME_MISSING',
  'USERNAME_TAKEN',
  'LEAVING',
  'GONE',
  'FACTOR_NEEDED',
] as const

/** Signs in with a provider's account. */
export const providerEndpoints = {
  listProviders: endpoint('GET /api/auth/providers', {
    summary: 'List the providers and wallets that this server is configured for',
    policy: 'anyone',
    rate: 'read',
    answer: z.object({
      items: z.array(Provider),
      /** Whether organizations can also sign in here (`POST /api/auth/sso`). */
      has_sso: z.boolean(),
      /** Blockchains whose wallets can sign in here (`POST /api/auth/wallet-requests`). */
      wallets: z.array(Chain),
    }),
  }),
  requestProvider: endpoint('POST /api/auth/provider-requests', {
    summary:
      'Start signing in with a provider. Returns the URL to open. To sign in, send the provider’s code to `POST /api/auth/provider-sign-ins`, or its ID token to `POST /api/auth/id-token-sign-ins`, with the verifier of `code_challenge`.',
    policy: 'anyone',
    rate: 'sign_in',
    body: ProviderRequest,
    status: 201,
    answer: ProviderRequested,
    errors: ['NOT_FOUND', 'PROVIDER_DOWN'],
  }),
  signInWithProvider: endpoint('POST /api/auth/provider-sign-ins', {
    summary:
      'Sign in with the parameters of the provider’s return URL. New people are refused with `USERNAME_MISSING`. To create the account, repeat the call without `code` and with a `username`. Creating the account accepts the terms at /terms. `IDENTITY_UNLINKED` means that the address already has an account, and `EMAIL_UNPROVEN` that the provider hasn’t verified it. In both cases, sign in another way, then link with `POST /api/account/identities`.',
    policy: 'anyone',
    rate: 'sign_in',
    headers: ClientHeaders,
    body: z.object({ ...Returned, ...signInRest }),
    answer: SignedIn,
    errors: SIGN_IN_ERRORS,
  }),
  signInWithIdToken: endpoint('POST /api/auth/id-token-sign-ins', {
    summary:
      'Sign in with an ID token that a provider’s library gave to an app. The token must contain the nonce of its request. Otherwise, this works like `POST /api/auth/provider-sign-ins`.',
    policy: 'anyone',
    rate: 'sign_in',
    headers: ClientHeaders,
    body: z.object({
      state: ProviderState,
      code_verifier: Verifier,
      id_token: ReturnedText.optional(),
      ...signInRest,
    }),
    answer: SignedIn,
    errors: SIGN_IN_ERRORS,
  }),
}
