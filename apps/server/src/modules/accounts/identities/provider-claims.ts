import { Email } from '@nollie/contract/accounts'
import { LIMITS } from '@nollie/contract/limits'
import { isOwnAddress } from './sso-domains.ts'
import { ProviderDown } from './provider-fetch.ts'
import type { Claim } from './provider-types.ts'

const SUBJECT_MAX = 255

type Claims = { readonly [name: string]: unknown }

function toText(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

// Apple sends booleans as strings.
function isTrue(value: unknown) {
  return value === true || value === 'true'
}

function isFalse(value: unknown) {
  return value === false || value === 'false'
}

/**
 * Parses claims about a person from an ID token or a provider's own response. Organizations control the addresses at
 * their domains, so those count as verified unless explicitly denied; an organization isn't trusted for any others.
 */
export function parseClaim(claims: Claims, domains: readonly string[] | null = null): Claim {
  const subject = toText(claims.sub)
  if (!subject || subject.length > SUBJECT_MAX) throw new ProviderDown('sent no valid subject')
  const parsed = Email.safeParse(claims.email)
  const email = parsed.success ? parsed.data : null
  const verified = claims.email_verified
  const is_email_proven =
    email !== null && (domains ? isOwnAddress(email, domains) && !isFalse(verified) : isTrue(verified))
  const label = email ?? toText(claims.preferred_username) ?? toText(claims.name)
  return { subject, email, is_email_proven, label: label?.slice(0, LIMITS.email_max) ?? null }
}
