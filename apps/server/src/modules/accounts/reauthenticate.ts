import type { Db } from '../../db/open.ts'
import { Refusal } from '../../platform/http/index.ts'
import { findPassword } from './account-settings.queries.ts'
import { unusableHash, type Passwords } from './password-hash.ts'

/**
 * Requires the password for a change, beyond the session. People without one choose it by "Forgot password?" first.
 * @throws Refusal WRONG_PASSWORD with the field named, TOO_MANY
 */
export const reauthenticate = async (
  { db, passwords }: { db: Db; passwords: Passwords },
  user_id: string,
  { password, field }: { password: string; field: string },
): Promise<void> => {
  const stored = (await findPassword(db, user_id)) ?? unusableHash()
  if (await passwords.as('reauth', () => passwords.verify(stored, password))) return
  const refusal = new Refusal('WRONG_PASSWORD')
  throw new Refusal('WRONG_PASSWORD', { fields: { [field]: refusal.message } })
}
