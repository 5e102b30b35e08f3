import { languageIn, MAIL_REQUEST, type MailRequest } from './mail-jobs.ts'
import { admitMail, type Asker } from '../sign-up/challenges.service.ts'
import type { AccountsDeps } from '../accounts-deps.ts'

/**
 * Requests an email, which is sent only if the address is known. Takes equally long either way. Requests from the
 * account's known devices are counted separately from strangers' requests, and processed first.
 * @throws Refusal WORK_NEEDED, TOO_MANY, PROVIDER_DOWN
 */
export async function requestMail(
  deps: Pick<AccountsDeps, 'db' | 'jobs' | 'rates' | 'devices' | 'work'>,
  { what, email }: Pick<Extract<MailRequest, { email: string }>, 'what' | 'email'>,
  asker: Asker,
): Promise<void> {
  const { db, jobs } = deps
  const device = await admitMail(deps, email, asker)
  await jobs.send(db, MAIL_REQUEST, { what, email, ...languageIn(asker) }, { urgent: device !== null })
}
