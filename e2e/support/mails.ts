import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'

/** A parsed email. */
export type Mail = { to: string; subject: string; text: string; html: string; links: string[] }

function dataDir() {
  return process.env.NOLLIE_DATA_DIR as string
}

const read = new Map<string, Mail & { at: number }>()

// A stored email never changes, so each is parsed only once.
async function mailIn(path: string): Promise<Mail & { at: number }> {
  const known = read.get(path)
  if (known) return known
  const { to, subject = '', text = '', html = '' } = await PostalMime.parse(await readFile(path))
  const links = text.match(/https?:\/\/[^\s<>"]+/g) ?? []
  const mail = {
    to: to?.[0]?.address || to?.[0]?.name || '',
    subject,
    text,
    html,
    links,
    at: (await stat(path)).mtimeMs,
  }
  read.set(path, mail)
  return mail
}

/** Returns the emails stored for an address, or the text messages for a phone number, oldest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const folder = join(dataDir(), 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => mailIn(join(folder, name))))
  return mails
    .filter(({ to }) => to.toLowerCase() === email.toLowerCase())
    .toSorted((one, other) => one.at - other.at)
}

/** The types of emailed links; `token` deletes an account. */
export type LinkKind = 'verify' | 'reset' | 'email' | 'undo' | 'token'

/** Waits for an email with a link of this type, and returns the newest link. */
export async function mailedLink(email: string, kind: LinkKind): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const links = (await mailsTo(email)).flatMap((mail) => mail.links)
        link = links.findLast((one) => new URL(one).searchParams.has(kind))
        return link
      },
      { message: `a mail to ${email} with a link to ${kind}`, intervals: [50] },
    )
    .toBeTruthy()
  return link as string
}

/** Waits for an email with a six-digit code, and returns the newest code. */
export async function mailedDigits(email: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(
      async () => {
        const subjects = (await mailsTo(email)).map(({ subject }) => /code is (\d{6})$/.exec(subject)?.[1])
        code = subjects.findLast((one) => one !== undefined)
        return code
      },
      { message: `a code for ${email}`, intervals: [50] },
    )
    .toBeTruthy()
  return code as string
}

/** Returns the token from an emailed link. */
export function parseToken(link: string, kind: LinkKind): string {
  return new URL(link).searchParams.get(kind) ?? ''
}
