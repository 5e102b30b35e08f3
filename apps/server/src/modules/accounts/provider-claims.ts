import { Email } from '@nollie/contract/accounts'
import { LIMITS } from '@nollie/contract/limits'
import { ProviderDown } from './provider-fetch.ts'
import type { Claim } from './provider.ts'

const SUBJECT_MAX = 255

type Claims = { readonly [name: string]: unknown }

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** What the claims of an ID token, and those of the provider's own answer, say about a person. */
export const claimOf = (claims: Claims): Claim => {
  const subject = textOf(claims.sub)
  if (!subject || subject.length > SUBJECT_MAX) throw new ProviderDown('names nobody')
  const parsed = Email.safeParse(claims.email)
  const email = parsed.success ? parsed.data : null
  // Apple writes it as text.
  const is_email_proven = email !== null && [true, 'true'].includes(claims.email_verified as boolean | string)
  const label = email ?? textOf(claims.preferred_username) ?? textOf(claims.name)
  return { subject, email, is_email_proven, label: label?.slice(0, LIMITS.email_max) ?? null }
}
