import { z } from 'zod'
import { Id, Moment } from '../shapes.ts'
import { Chain } from './wallet-chains.ts'

/** A provider account that its owner can sign in with. */
export const Identity = z
  .object({
    id: Id,
    /** The provider's display name, or its host if the provider is no longer configured. */
    title: z.string(),
    /** The wallet's blockchain, whose English name is in `title`; null for other identities. */
    chain: Chain.nullable(),
    /** The person's email address or name at the provider; null if unknown. */
    label: z.string().nullable(),
    created_at: Moment,
    last_used_at: Moment,
  })
  .meta({ id: 'Identity' })

/** A provider account that its owner can sign in with. */
export type Identity = z.output<typeof Identity>

/** Second factor types: an authenticator app, any of the person's passkeys, or codes sent to their phone. */
export const FactorKind = z.enum(['totp', 'passkey', 'sms'])

/** One of the person's second factors. */
export const Factor = z
  .object({
    id: Id,
    kind: FactorKind,
    name: z.string(),
    created_at: Moment,
    last_used_at: Moment.nullable(),
  })
  .meta({ id: 'Factor' })
/** One of the person's second factors. */
export type Factor = z.output<typeof Factor>
