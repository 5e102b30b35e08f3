import type { Db } from '../../../db/open.ts'
import type { Mailer, MailContent } from '../../../platform/mail/index.ts'
import { findUser } from '../account/accounts.queries.ts'
import {
  accountClosed,
  factorAdded,
  factorRemoved,
  recoveryBegun,
  recoveryCodesMade,
  recoveryCodeUsed,
  recoveryDue,
} from './factors.mails.ts'
import { findRecovery } from './factor-recovery.queries.ts'
import { countRecoveryCodes } from './recovery-codes.queries.ts'
import { linkToken } from '../mails/link-token.ts'
import { safetyLink } from '../mails/mail-links.ts'
import { insertNotMeToken, insertResetToken } from '../mails/one-time-tokens.queries.ts'

/** An event in two-step sign-in that the account's owner is emailed about. */
export type FactorEvent =
  | { what: 'factor_added'; user_id: string; name: string }
  /** `name` is null if a recovery removed all factors. */
  | { what: 'factor_removed'; user_id: string; name: string | null }
  | { what: 'recovery_begun'; recovery_id: string; email: string }
  | { what: 'recovery_due'; recovery_id: string }
  | { what: 'account_closed' | 'recovery_codes_made' | 'recovery_code_used'; user_id: string }

type Deps = { db: Db; mailer: Mailer; secret: string; publicUrl: URL }

async function aboutUser(
  { db, publicUrl }: Deps,
  data: Extract<FactorEvent, { user_id: string }>,
): Promise<MailContent> {
  if (data.what === 'account_closed') {
    const url = new URL('/auth', publicUrl)
    url.searchParams.set('reset', await insertResetToken(db, data.user_id))
    return accountClosed(url.href)
  }
  const url = safetyLink(publicUrl, 'not-me', await insertNotMeToken(db, data.user_id))
  switch (data.what) {
    case 'factor_added':
      return factorAdded(data.name, url)
    case 'factor_removed':
      return factorRemoved(data.name, url)
    case 'recovery_codes_made':
      return recoveryCodesMade(url)
    case 'recovery_code_used':
      return recoveryCodeUsed(await countRecoveryCodes(db, data.user_id), url)
  }
}

/** Sends the email about an event in two-step sign-in. */
export async function sendFactorMail(deps: Deps, id: string, data: FactorEvent): Promise<void> {
  const { db, mailer, secret, publicUrl } = deps
  if ('user_id' in data) {
    const user = await findUser(db, data.user_id)
    return user && mailer.send({ id, to: user.email, content: await aboutUser(deps, data) })
  }
  const recovery = await findRecovery(db, data.recovery_id)
  if (!recovery) return
  if (data.what === 'recovery_begun') {
    const url = safetyLink(publicUrl, 'stop', linkToken(secret, 'stop-recovery', recovery.id))
    return mailer.send({ id, to: data.email, content: recoveryBegun(recovery.due_at, url) })
  }
  const user = await findUser(db, recovery.user_id)
  if (!user || !recovery.is_due) return
  const url = safetyLink(publicUrl, 'recover', linkToken(secret, 'finish-recovery', recovery.id))
  return mailer.send({ id, to: user.email, content: recoveryDue(url) })
}
