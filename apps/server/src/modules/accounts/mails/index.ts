import { type Room, worker } from '../../../module.ts'
import type { OpenAccounts } from '../open-accounts.ts'
import { ACCOUNT_MAIL, MAIL_REQUEST, REQUESTED_MAIL, SIGN_UP_MAIL } from './mail-jobs.ts'
import { accountMails } from './send-account-mail.ts'
import { mailRequests, requestedMails, signUpMails } from './send-requested-mail.ts'

export { linkToken, parseRowId } from './link-token.ts'

/** Emails about accounts, and the tokens in their links. */
export const mails: Room<OpenAccounts> = {
  jobs: [
    worker(ACCOUNT_MAIL, accountMails),
    worker(SIGN_UP_MAIL, signUpMails),
    worker(MAIL_REQUEST, mailRequests),
    worker(REQUESTED_MAIL, requestedMails),
  ],
}
