import { randomBytes } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import PostalMime from 'postal-mime'
import { withRetry } from './retry.ts'
import { ownSite } from './own-site.ts'

/** What a person types to sign in. */
export type Account = { username: string; email: string; password: string }

/** A mail as its reader sees it. */
export type Mail = { to: string; subject: string; text: string; html: string; links: string[] }

const dataDir = () => process.env.NOLLIE_DATA_DIR as string

/** Somebody nobody has seen before. */
export const aPerson = (): Account => {
  const tag = randomBytes(5).toString('hex')
  return { username: `skater_${tag}`, email: `skater.${tag}@example.com`, password: `kickflip-${tag}` }
}

const read = new Map<string, Mail & { at: number }>()

// A mail is written once and never changed: each is taken apart once.
async function mailIn(path: string): Promise<Mail & { at: number }> {
  const known = read.get(path)
  if (known) return known
  const { to, subject = '', text = '', html = '' } = await PostalMime.parse(await readFile(path))
  const links = text.match(/https?:\/\/[^\s<>"]+/g) ?? []
  const mail = { to: to?.[0]?.address ?? '', subject, text, html, links, at: (await stat(path)).mtimeMs }
  read.set(path, mail)
  return mail
}

/** The mails in the outbox for an address, oldest first. */
export async function mailsTo(email: string): Promise<Mail[]> {
  const folder = join(dataDir(), 'outbox')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'))
  const mails = await Promise.all(names.map((name) => mailIn(join(folder, name))))
  return mails
    .filter(({ to }) => to.toLowerCase() === email.toLowerCase())
    .toSorted((one, other) => one.at - other.at)
}

/** What a mailed link is for; `token` deletes an account. */
export type LinkKind = 'verify' | 'reset' | 'email' | 'undo' | 'token'

/** The link of the newest mail to an address that is for this; waits for the mail. */
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

/** The token inside a mailed link. */
export const tokenOf = (link: string, kind: LinkKind): string => new URL(link).searchParams.get(kind) ?? ''

/** Creates an account through the API, as the form would. `verified: false` leaves the mailed link unopened. */
export async function makeAccount(
  request: APIRequestContext,
  { verified = true, person = aPerson() }: { verified?: boolean; person?: Account } = {},
): Promise<Account> {
  const url = process.env.NOLLIE_URL as string
  const made = await withRetry(() =>
    request.post(`${url}/api/auth/sign-up`, { data: person, headers: ownSite() }),
  )
  expect(made.status(), await made.text()).toBe(202)
  if (!verified) return person
  const token = tokenOf(await mailedLink(person.email, 'verify'), 'verify')
  const opened = await withRetry(() =>
    request.post(`${url}/api/auth/verify`, { data: { token }, headers: ownSite() }),
  )
  expect(opened.ok(), await opened.text()).toBe(true)
  return person
}

/** Signs a page's browser in without the form; journeys about the form itself use the form. */
export async function signInAs(
  page: Page,
  { email, password }: Account,
  { welcomed = true }: { welcomed?: boolean } = {},
): Promise<void> {
  const url = process.env.NOLLIE_URL as string
  const answer = await withRetry(() =>
    page.request.post(`${url}/api/auth/sign-in`, { data: { email, password }, headers: ownSite() }),
  )
  expect(answer.ok(), await answer.text()).toBe(true)
  if (welcomed) await seeWelcome(page.request)
}

/** Somebody who has seen the welcome before, on whatever device. */
export async function seeWelcome(request: APIRequestContext): Promise<void> {
  const answer = await request.patch(`${process.env.NOLLIE_URL}/api/account/preferences`, {
    data: { welcomed: true },
    headers: ownSite(),
  })
  // Who is suspended is not welcomed.
  expect([200, 403]).toContain(answer.status())
}
