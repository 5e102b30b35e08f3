import type { JobRun } from '../../../platform/jobs/index.ts'
import { accountDeleted, deletionCancelled, deletionRequested } from '../account/account-deletion.mails.ts'
import { addressInUse, changedAddress, newAddress, takenBackAddress } from '../settings/email-change.mails.ts'
import { passkeyAdded, passkeyRemoved } from '../passkeys/passkeys.mails.ts'
import { identityLinked, identityUndone, identityUnlinked } from '../identities/identities.mails.ts'
import { deviceNew } from '../sessions/new-device.mails.ts'
import { tokenMade } from '../access-tokens/access-tokens.mails.ts'
import { firstPassword, passwordChanged } from '../sign-in/password.mails.ts'
import { sendFactorMail } from '../two-factor/send-factor-mail.ts'
import { safetyLink, linkTo } from './mail-links.ts'
import { phoneAdded, phoneLost, phoneRemoved } from '../phone-numbers/phones.mails.ts'
import { findEmailChange } from '../settings/email-change.queries.ts'
import { findUser, findUserByEmail } from '../account/accounts.queries.ts'
import { findLinkedIdentity } from '../identities/identities.queries.ts'
import { linkToken } from './link-token.ts'
import { insertNotMeToken, insertResetToken } from './one-time-tokens.queries.ts'
import { sendCode } from './send-requested-mail.ts'
import type { AccountEvent, MailDeps } from './mail-jobs.ts'

const NAMED_MAILS = {
  token_made: tokenMade,
  passkey_added: passkeyAdded,
  passkey_removed: passkeyRemoved,
  phone_added: phoneAdded,
  phone_removed: phoneRemoved,
}

/** Returns the job handler for account emails. Throws if the mail server refuses one, so that the job is retried. */
export function accountMails(deps: MailDeps) {
  return async ({ id, data }: JobRun<AccountEvent>): Promise<void> => {
    const { db, mailer, secret, publicUrl } = deps
    switch (data.what) {
      case 'password_missing': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const token = await insertResetToken(db, user.id)
        return mailer.send({ id, to: user.email, content: firstPassword(linkTo(publicUrl, 'reset', token)) })
      }
      case 'password_changed': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const url = safetyLink(publicUrl, 'not-me', await insertNotMeToken(db, user.id))
        const content = passwordChanged(url, { elsewhere: data.elsewhere ?? false })
        return mailer.send({ id, to: user.email, content })
      }
      case 'token_made':
      case 'passkey_added':
      case 'passkey_removed':
      case 'phone_added':
      case 'phone_removed': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const url = safetyLink(publicUrl, 'not-me', await insertNotMeToken(db, user.id))
        return mailer.send({ id, to: user.email, content: NAMED_MAILS[data.what](url, data.name) })
      }
      case 'phone_lost': {
        const user = await findUser(db, data.user_id)
        return user && mailer.send({ id, to: user.email, content: phoneLost(publicUrl, data.name) })
      }
      case 'device_new': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const url = safetyLink(publicUrl, 'not-me', await insertNotMeToken(db, user.id))
        return mailer.send({ id, to: user.email, content: deviceNew(url, data) })
      }
      case 'identity_linked': {
        const identity = await findLinkedIdentity(db, data.identity_id)
        if (!identity) return
        const url = new URL('/auth/undo-identity', publicUrl)
        url.hash = `token=${linkToken(secret, 'undo-identity', identity.id)}`
        const content = identityLinked(url.href, { title: data.title, label: identity.label })
        return mailer.send({ id, to: identity.email, content })
      }
      case 'identity_unlinked': {
        const user = await findUser(db, data.user_id)
        return user && mailer.send({ id, to: user.email, content: identityUnlinked(publicUrl, data.title) })
      }
      case 'identity_undone': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const token = await insertResetToken(db, user.id)
        const content = identityUndone(linkTo(publicUrl, 'reset', token))
        return mailer.send({ id, to: user.email, content })
      }
      case 'email_wanted': {
        const change = await findEmailChange(db, data.change_id)
        if (!change || change.changed_at !== null) return
        const taken = await findUserByEmail(db, change.new_email)
        const url = linkTo(publicUrl, 'email', linkToken(secret, 'change-email', change.id))
        return mailer.send({ id, to: change.new_email, content: taken ? addressInUse() : newAddress(url) })
      }
      case 'email_changed': {
        const change = await findEmailChange(db, data.change_id)
        if (!change) return
        const url = linkTo(publicUrl, 'undo', linkToken(secret, 'undo-email', change.id))
        return mailer.send({ id, to: change.old_email, content: changedAddress(change.new_email, url) })
      }
      case 'leaving': {
        const user = await findUser(db, data.user_id)
        return user && mailer.send({ id, to: user.email, content: deletionRequested(publicUrl, data.due_at) })
      }
      case 'stayed': {
        const user = await findUser(db, data.user_id)
        return user && mailer.send({ id, to: user.email, content: deletionCancelled(publicUrl) })
      }
      case 'code':
        return sendCode(deps, id, data)
      case 'factor_added':
      case 'factor_removed':
      case 'recovery_begun':
      case 'recovery_due':
      case 'account_closed':
      case 'recovery_codes_made':
      case 'recovery_code_used':
        return sendFactorMail(deps, id, data)
      case 'left':
        return mailer.send({ id, to: data.email, content: accountDeleted() })
      case 'email_taken_back': {
        const user = await findUser(db, data.user_id)
        if (!user) return
        const token = await insertResetToken(db, user.id)
        const url = linkTo(publicUrl, 'reset', token)
        return mailer.send({ id, to: user.email, content: takenBackAddress(url) })
      }
    }
  }
}
