import { Username } from '@nollie/contract/accounts'
import { LIMITS } from '@nollie/contract/limits'
import { v7 as uuid } from 'uuid'
import { lockUserAndKeys } from '../../../db/lock-user.ts'
import type { Tx } from '../../../db/open.ts'
import {
  addMissingPassword,
  ensureClosedAccount,
  findUserByEmail,
  lockEmail,
  setImportedEmail,
} from './accounts.queries.ts'
import { isUsernameTaken, lockUsername, renameUser } from './usernames.queries.ts'
import { isUsernameWaiting } from '../sign-up/sign-ups.queries.ts'
import { isReserved } from './reserved-usernames.ts'
import { normalizeUsername } from './unique-usernames.ts'

/** Domain of placeholder addresses for imported accounts without an email address. It can't receive email. */
const PLACEHOLDER_DOMAIN = 'imported.invalid'
const MAX_NUMBER = 50

/** An imported person's account: `made` by the import, or `joined` with an existing one by its email address. */
export type ImportedAccount = { user_id: string; username: string; state: 'made' | 'joined' }

async function isFree(tx: Tx, name: string): Promise<boolean> {
  const username = normalizeUsername(name)
  if (isReserved(name)) return false
  await lockUsername(tx, username)
  return !(await isUsernameTaken(tx, username)) && !(await isUsernameWaiting(tx, username))
}

// Adjusts the requested name to the username rules, and adds a number if it's taken.
async function freeUsername(tx: Tx, user_id: string, wanted: string | null): Promise<string> {
  const plain = (wanted ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^A-Za-z0-9_.]+/g, '_')
  const base = plain.replaceAll(/^_+|_+$/g, '').slice(0, LIMITS.username_max)
  if (Username.safeParse(base).success) {
    for (let number = 1; number <= MAX_NUMBER; number += 1) {
      const end = number === 1 ? '' : String(number)
      const name = `${base.slice(0, LIMITS.username_max - end.length)}${end}`
      if (await isFree(tx, name)) return name
    }
  }
  return `skater.${user_id.replaceAll('-', '').slice(-16)}`
}

/**
 * Finds or creates an imported person's account: an existing one with the same email address, or a new one without a
 * password. The owner claims a new account through the forgot-password email. Sends no email.
 * @param email normalized; null creates an account that can't be claimed until its address is imported
 */
export async function ensureImportedAccount(
  tx: Tx,
  { email, username }: { email: string | null; username: string | null },
): Promise<ImportedAccount> {
  if (email !== null) {
    await lockEmail(tx, email)
    const known = await findUserByEmail(tx, email)
    if (known) return { user_id: known.id, username: known.name, state: 'joined' }
  }
  const user_id = uuid()
  const name = await freeUsername(tx, user_id, username)
  await ensureClosedAccount(tx, {
    id: user_id,
    email: email ?? `${user_id}@${PLACEHOLDER_DOMAIN}`,
    username: normalizeUsername(name),
    display_username: name,
  })
  await addMissingPassword(tx, user_id, uuid())
  return { user_id, username: name, state: 'made' }
}

/** Renames an imported account to the requested name or a similar available one. Returns the name. */
export async function nameImportedAccount(tx: Tx, user_id: string, wanted: string): Promise<string> {
  const name = await freeUsername(tx, user_id, wanted)
  await renameUser(tx, user_id, { username: normalizeUsername(name), display_username: name })
  return name
}

/** Sets the email address of an account that was imported without one, unless another account has it. */
export async function addImportedEmail(tx: Tx, user_id: string, email: string): Promise<void> {
  await lockUserAndKeys(tx, user_id)
  await lockEmail(tx, email)
  if (!(await findUserByEmail(tx, email)))
    await setImportedEmail(tx, user_id, email, `%@${PLACEHOLDER_DOMAIN}`)
}
