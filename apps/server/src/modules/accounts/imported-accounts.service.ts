import { Username } from '@nollie/contract/accounts'
import { LIMITS } from '@nollie/contract/limits'
import { v7 as uuid } from 'uuid'
import type { Tx } from '../../db/open.ts'
import {
  addMissingPassword,
  ensureClosedAccount,
  findUserByEmail,
  isUsernameTaken,
  isUsernameWaiting,
  lockEmail,
  lockUsername,
  renameUser,
  setImportedEmail,
} from './accounts.queries.ts'
import { foldUsername, isReserved } from './usernames.ts'

/** Nobody receives mail there: accounts of an export that names no address have one of these. */
const NO_ADDRESS = 'imported.invalid'
const MAX_NUMBER = 50

/** An account of an import: made by it, or of somebody who was here before with the same address. */
export type ImportedAccount = { user_id: string; username: string; state: 'made' | 'joined' }

const isFree = async (tx: Tx, name: string): Promise<boolean> => {
  const username = foldUsername(name)
  if (isReserved(name)) return false
  await lockUsername(tx, username)
  return !(await isUsernameTaken(tx, username)) && !(await isUsernameWaiting(tx, username))
}

// As near to the wanted one as the rules for names allow; with a number where somebody has it.
const freeUsername = async (tx: Tx, user_id: string, wanted: string | null): Promise<string> => {
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
 * The account for a person of another product: that of the same address, else a new one without a password, which its
 * owner claims by the mail for forgotten passwords. Sends nothing.
 * @param email in the form under which it is unique; null makes an account that nobody can claim until an address comes
 */
export const ensureImportedAccount = async (
  tx: Tx,
  { email, username }: { email: string | null; username: string | null },
): Promise<ImportedAccount> => {
  if (email !== null) {
    await lockEmail(tx, email)
    const known = await findUserByEmail(tx, email)
    if (known) return { user_id: known.id, username: known.name, state: 'joined' }
  }
  const user_id = uuid()
  const name = await freeUsername(tx, user_id, username)
  await ensureClosedAccount(tx, {
    id: user_id,
    email: email ?? `${user_id}@${NO_ADDRESS}`,
    username: foldUsername(name),
    display_username: name,
  })
  await addMissingPassword(tx, user_id, uuid())
  return { user_id, username: name, state: 'made' }
}

/** Gives an account that was made by an import the name it had, or one near to it; gives that. */
export const nameImportedAccount = async (tx: Tx, user_id: string, wanted: string): Promise<string> => {
  const name = await freeUsername(tx, user_id, wanted)
  await renameUser(tx, user_id, { username: foldUsername(name), display_username: name })
  return name
}

/** Gives an account that was made without an address the one that came later; not where somebody else has it. */
export const addImportedEmail = async (tx: Tx, user_id: string, email: string): Promise<void> => {
  await lockEmail(tx, email)
  if (!(await findUserByEmail(tx, email))) await setImportedEmail(tx, user_id, email, `%@${NO_ADDRESS}`)
}
