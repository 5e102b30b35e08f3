import { z } from 'zod'
import { Id, Moment } from '../shapes.ts'
import { Chain } from './wallet-chains.ts'

/** An account at a provider that signs its owner in here. */
export const Identity = z
  .object({
    id: Id,
    /** The provider as people know it; its host, where it is not configured any more. */
    title: z.string(),
    /** Of a wallet, its kind; `title` says it in English. Null for others. */
    chain: Chain.nullable(),
    /** How the person is called there: an address or a name; null where that is not known. */
    label: z.string().nullable(),
    created_at: Moment,
    last_used_at: Moment,
  })
  .meta({ id: 'Identity' })

/** An account at a provider that signs its owner in here. */
export type Identity = z.output<typeof Identity>

/** What a second factor may be: an authenticator app, any of the person's passkeys, or codes to their phone number. */
export const FactorKind = z.enum(['totp', 'passkey', 'sms'])

/** A second factor of the person. */
export const Factor = z
  .object({
    id: Id,
    kind: FactorKind,
    name: z.string(),
    created_at: Moment,
    last_used_at: Moment.nullable(),
  })
  .meta({ id: 'Factor' })
/** @see Factor */
export type Factor = z.output<typeof Factor>
