import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import PostalMime, { type Email } from 'postal-mime'
import type { TestApp } from '../world/app.ts'
import { until } from '../world/until.ts'

/** Returns the stored emails to an address, or messages to a phone number, oldest first. */
export async function storedMails({ dataDir }: Pick<TestApp, 'dataDir'>, to: string): Promise<Email[]> {
  const folder = join(dataDir, 'outbox')
  const names = existsSync(folder) ? readdirSync(folder) : []
  const mails = await Promise.all(
    names
      .filter((name) => name.endsWith('.eml'))
      .toSorted()
      .map((name) => PostalMime.parse(readFileSync(join(folder, name)))),
  )
  return mails.filter((mail) => mail.to?.some(({ address, name }) => (address || name) === to))
}

type Wanted = { count?: number; about?: string }

/** Waits until the worker has stored `count` emails (one by default) to an address, with `about` in the subject. */
export function mailsTo(
  it: Pick<TestApp, 'dataDir'>,
  to: string,
  { count = 1, about = '' }: Wanted = {},
): Promise<Email[]> {
  return until(
    async () => {
      const mails = (await storedMails(it, to)).filter(({ subject }) => subject?.includes(about))
      if (mails.length < count) throw new Error(`${mails.length} of ${count} mails to ${to}`)
      return mails
    },
    { interval: 100 },
  )
}

/** Returns the token in an email's link, e.g. from `/auth?verify=TOKEN`. */
export function tokenIn(
  mail: Email | undefined,
  name: 'verify' | 'reset' | 'email' | 'undo' | 'token',
): string {
  const [link] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? []
  const token = new URL(link ?? '').searchParams.get(name)
  if (!token) throw new Error(`no ${name} link in ${mail?.text}`)
  return token
}
