import type { MailContent } from '../../../platform/mail/index.ts'
import { say, type Sentence } from '../../../platform/languages/index.ts'
import { NOT_ME } from '../two-factor/not-me.mails.ts'

/** Email saying that a new device used the account. */
export function deviceNew(
  url: string,
  { name, way, at }: { name: string; way: string; at: string },
): MailContent {
  return {
    subject: say`A new sign-in to your Nollie account`,
    title: say`Your account was used on a new device`,
    paragraphs: [
      WAYS[way]
        ? say`Someone signed in to your Nollie account ${WAYS[way]}, in ${name}, on ${{ moment: at }} UTC. If that was you, there’s nothing to do.`
        : say`Someone signed in to your Nollie account, in ${name}, on ${{ moment: at }} UTC. If that was you, there’s nothing to do.`,
      NOT_ME,
    ],
    action: { label: say`It wasn’t me`, url },
  }
}

/** Descriptions of sign-in methods, by their names in sessions. */
const WAYS: Readonly<Record<string, Sentence>> = {
  password: say`with your password`,
  code: say`with a code sent by email`,
  passkey: say`with a passkey`,
  phone: say`with a code sent by text message`,
  wallet: say`with a wallet`,
  provider: say`with a linked account`,
}
