import { randomBytes } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import { type Credentials, insertMember } from '../../apps/server/test/makers/member-rows.ts'
import { database } from './database.ts'
import { withRetry } from './retry-while-busy.ts'
import { ownSite } from './request-as-page.ts'

/** A person's credentials. */
export type Account = Credentials

/** Returns a new account with unique names. */
export function aPerson(): Account {
  const tag = randomBytes(5).toString('hex')
  return { username: `skater_${tag}`, email: `skater.${tag}@example.com`, password: `kickflip-${tag}` }
}

/** Shows the sign-in methods besides password and emailed code. */
export async function openMoreWays(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: 'Use another method' })
  if ((await button.getAttribute('aria-expanded')) === 'false') await button.click()
}

/** Marks a person's sessions as authenticated long ago, so that changes require re-authentication. */
export async function forgetProofs({ email }: Pick<Account, 'email'>): Promise<void> {
  const db = await database()
  await db
    .updateTable('sessions')
    .set({ proved_at: new Date(0) })
    .where('user_id', 'in', (eb) => eb.selectFrom('users').select('id').where('email', '=', email))
    .execute()
}

/** Inserts a member with a verified email into the database. With `welcomed: false`, they get the welcome card. */
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

/** Signs up through the API, as the form would. The emailed link stays unopened. */
export async function signUp(request: APIRequestContext): Promise<Account> {
  const person = aPerson()
  const made = await withRetry(() =>
    request.post(`${process.env.NOLLIE_URL}/api/auth/sign-up`, { data: person, headers: ownSite() }),
  )
  expect(made.status(), await made.text()).toBe(202)
  return person
}

/** Signs in a page or an entire browser context without the form. Only journeys about the form use the form itself. */
export async function signInAs(page: Pick<Page, 'request'>, { email, password }: Account): Promise<void> {
  const url = process.env.NOLLIE_URL as string
  const answer = await withRetry(() =>
    page.request.post(`${url}/api/auth/sign-in`, { data: { email, password }, headers: ownSite() }),
  )
  expect(answer.ok(), await answer.text()).toBe(true)
}
