import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { type Credentials, insertMember } from '../../apps/server/test/member-rows.ts'
import { database } from './database.ts'
import { withRetry } from './retry.ts'
import { ownSite } from './own-site.ts'

/** The credentials of a person. */
export type Account = Credentials

/** A mail as its recipient sees it. */
export type Mail = { to: string; subject: string; text: string; html: string; links: string[] }

const dataDir = () => process.env.NOLLIE_DATA_DIR as string

/** A new account with unique names. */
export const aPerson = (): Account => {
  const tag = randomBytes(5).toString('hex')
  return { username: `skater_${tag}`, email: `skater.${tag}@example.com`, password: `kickflip-${tag}` }
}

const read = new Map<string, Mail & { at: number }>()

// A stored mail never changes, so each is parsed once.
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

/** The mails stored for an address, or the messages for a phone number, oldest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const folder = join(dataDir(), 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => mailIn(join(folder, name))))
  return mails
    .filter(({ to }) => to.toLowerCase() === email.toLowerCase())
    .toSorted((one, other) => one.at - other.at)
}

/** The purposes of mailed links; `token` deletes an account. */
export type LinkKind = 'verify' | 'reset' | 'email' | 'undo' | 'token'

/** Waits for a mail with a link of this kind, and returns the newest link. */
export async function mailedLink(email: string, kind: LinkKind): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const links = (await mailsTo(email)).flatMap((mail) => mail.links)
        link = links.findLast((one) => new URL(one).searchParams.has(kind))
        return link
      },
      { message: `a mail to ${email} with a link to ${kind}`, timeout: 20_000, intervals: [50] },
    )
    .toBeTruthy()
  return link as string
}

/** Waits for a mail with a code of six digits, and returns the newest. */
export async function mailedDigits(email: string): Promise<string> {
  let code: string | undefined
  await expect
    .poll(
      async () => {
        const subjects = (await mailsTo(email)).map(({ subject }) => /code is (\d{6})$/.exec(subject)?.[1])
        code = subjects.findLast((one) => one !== undefined)
        return code
      },
      { message: `a code for ${email}`, timeout: 20_000, intervals: [50] },
    )
    .toBeTruthy()
  return code as string
}

/** Makes the last proof of every session of a person old, so that changes ask for a fresh one. */
export async function forgetProofs({ email }: Pick<Account, 'email'>): Promise<void> {
  const db = await database()
  await db
    .updateTable('sessions')
    .set({ proved_at: new Date(0) })
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('email', '=', email))
    .execute()
}

/** The token in a mailed link. */
export const tokenOf = (link: string, kind: LinkKind): string => new URL(link).searchParams.get(kind) ?? ''

/** Inserts a member with a verified address into the tables. With `welcomed: false` the welcome has not been shown yet. */
export async function makeAccount({
  person = aPerson(),
  welcomed = true,
}: {
  person?: Account
  welcomed?: boolean
} = {}): Promise<Account> {
  const db = await database()
  const user_id = await insertMember(db, person)
  await db.insertInto('preferences').values({ user_id, welcomed }).execute()
  return person
}

/** Signs up over the API, as the form would; the mailed link stays unopened. */
export async function signUp(request: APIRequestContext): Promise<Account> {
  const person = aPerson()
  const made = await withRetry(() =>
    request.post(`${process.env.NOLLIE_URL}/api/auth/sign-up`, { data: person, headers: ownSite() }),
  )
  expect(made.status(), await made.text()).toBe(202)
  return person
}

/** Signs in a page, or a whole browser context, without the form; only journeys about the form use that. */
export async function signInAs(page: Pick<Page, 'request'>, { email, password }: Account): Promise<void> {
  const url = process.env.NOLLIE_URL as string
  const answer = await withRetry(() =>
    page.request.post(`${url}/api/auth/sign-in`, { data: { email, password }, headers: ownSite() }),
  )
  expect(answer.ok(), await answer.text()).toBe(true)
}
