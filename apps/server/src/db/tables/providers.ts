import type { Generated } from 'kysely'
import type { Time, TimeNow, TimeOrNull } from '../columns.ts'

/** Columns in `provider_requests`; see `migrations/007_expand_providers.sql`. */
type ProviderRequests = {
  id: string
  provider: string
  /** The S256 challenge of the device that made the request. */
  challenge: string
  /** The person who is linking the identity; null for a sign-in. */
  user_id: string | null
  /** When the code was exchanged with the provider. */
  asked_at: TimeOrNull
  /** When the organization's response arrived as a form; see `migrations/009_expand_organizations.sql`. */
  answered_at: TimeOrNull
  subject: Generated<string | null>
  email: Generated<string | null>
  is_email_proven: Generated<boolean>
  label: Generated<string | null>
  expires_at: Time
  created_at: TimeNow
}

/** The provider tables and their columns. */
export type ProvidersTables = {
  provider_requests: ProviderRequests
}
