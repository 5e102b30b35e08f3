import { argon2Sync, createHash, randomBytes } from 'node:crypto'
import { TERMS_VERSION } from '@nollie/contract/terms'
import type { FastifyInstance } from 'fastify'
import { v7 as uuid } from 'uuid'
import { verifyToken } from '../src/modules/accounts/index.ts'
import { createProfile } from '../src/modules/profiles/index.ts'
import { SECRET, type TestApp } from './app.ts'

/** A verified, signed-in person. */
export type TestPerson = {
  user_id: string
  username: string
  email: string
  password: string
  /** As an API client sends them: `inject({ headers: ada.bearer })`. */
  bearer: { authorization: string }
  /** As a browser sends them, from the app itself. */
  cookie: { cookie: string; 'sec-fetch-site': string }
}

/** Makes a person an admin, as the operator does. */
export const makeAdmin = async (db: TestApp['db'], user_id: string): Promise<void> => {
  await db.updateTable('profiles').set({ is_admin: true }).where('user_id', '=', user_id).execute()
}

type Injected = Awaited<ReturnType<FastifyInstance['inject']>>

/** Sends a JSON body from the app's own page. */
export const post = (
  app: FastifyInstance,
  url: string,
  payload: object = {},
  headers: Record<string, string> = {},
): Promise<Injected> =>
  app.inject({ method: 'POST', url, payload, headers: { 'sec-fetch-site': 'same-origin', ...headers } })

const good = (answer: Injected, status: number): Injected => {
  if (answer.statusCode !== status) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer
}

/** The name=value of the session cookie that an answer sets, as a browser sends it back. */
export const cookieOf = (answer: Injected): string => String(answer.headers['set-cookie']).split(';')[0] ?? ''

let turn: Promise<unknown> = Promise.resolve()

/**
 * Signs up, verifies and signs in over HTTP (some 100 ms); only the mail is not waited for. People sign up one after
 * another, for the server hashes but a few passwords at once.
 */
export const signUp = (it: Pick<TestApp, 'app' | 'db'>, username: string): Promise<TestPerson> => {
  const person = turn.then(() => signUpNow(it, username))
  turn = person.catch(() => {})
  return person
}

const signUpNow = async ({ app, db }: Pick<TestApp, 'app' | 'db'>, username: string): Promise<TestPerson> => {
  const email = `${username.toLowerCase()}@example.com`
  const password = `${username} rolls away clean`
  good(await post(app, '/api/auth/sign-up', { username, email, password }), 202)
  const { id } = await db
    .selectFrom('sign_ups')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  good(await post(app, '/api/auth/verify', { token: verifyToken(SECRET, id) }), 200)
  const byToken = good(
    await post(app, '/api/auth/sign-in', { email, password }, { 'x-client': 'token' }),
    200,
  ).json<{ token: string; user: { user_id: string } }>()
  const byCookie = good(await post(app, '/api/auth/sign-in', { email, password }), 200)
  return {
    user_id: byToken.user.user_id,
    username,
    email,
    password,
    bearer: { authorization: `Bearer ${byToken.token}` },
    cookie: { cookie: cookieOf(byCookie), 'sec-fetch-site': 'same-origin' },
  }
}

/** Signs a person in anew, as somebody whose sessions have ended does; gives them with the new one. */
export const signInAgain = async (
  { app }: Pick<TestApp, 'app'>,
  { email, password, ...person }: TestPerson,
): Promise<TestPerson> => {
  const byToken = good(
    await post(app, '/api/auth/sign-in', { email, password }, { 'x-client': 'token' }),
    200,
  ).json<{ token: string }>()
  const byCookie = good(await post(app, '/api/auth/sign-in', { email, password }), 200)
  return {
    ...person,
    ...{ email, password },
    bearer: { authorization: `Bearer ${byToken.token}` },
    cookie: { cookie: cookieOf(byCookie), 'sec-fetch-site': 'same-origin' },
  }
}

const SESSION_MS = 24 * 3600 * 1000

// The cheapest the algorithm allows: a check reads the cost from the hash.
const hashOf = (password: string): string => {
  const nonce = randomBytes(8)
  const hash = argon2Sync('argon2id', {
    message: password,
    nonce,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 32,
  })
  const [salt, sum] = [nonce, hash].map((bytes) => bytes.toString('base64').replaceAll('=', ''))
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${sum}`
}

const newSession = async ({ db }: Pick<TestApp, 'db'>, user_id: string): Promise<string> => {
  const token = randomBytes(16).toString('hex')
  await db
    .insertInto('sessions')
    .values({
      id: uuid(),
      user_id,
      token: createHash('sha256').update(token).digest('base64url'),
      expires_at: new Date(Date.now() + SESSION_MS),
      ip_address: '127.0.0.1',
      user_agent: null,
    })
    .execute()
  return token
}

/**
 * A person as {@link signUp} leaves them, written straight into the tables (some 10 ms), with a password that works.
 * For tests that are not about accounts.
 */
export const member = async (it: Pick<TestApp, 'db'>, username: string): Promise<TestPerson> => {
  const user_id = uuid()
  const email = `${username.toLowerCase()}@example.com`
  const password = `${username} rolls away clean`
  await it.db.transaction().execute(async (tx) => {
    const terms = { terms_accepted_at: new Date(), terms_version: TERMS_VERSION }
    const names = { name: username, username: username.toLowerCase(), display_username: username }
    await tx
      .insertInto('users')
      .values({ id: user_id, email, email_verified: true, ...names, ...terms })
      .execute()
    await createProfile(tx, user_id, username)
  })
  await it.db
    .insertInto('accounts')
    .values({
      id: uuid(),
      account_id: user_id,
      provider_id: 'credential',
      user_id,
      password: hashOf(password),
    })
    .execute()
  return {
    user_id,
    username,
    email,
    password,
    bearer: { authorization: `Bearer ${await newSession(it, user_id)}` },
    cookie: {
      cookie: `nollie.session=${await newSession(it, user_id)}`,
      'sec-fetch-site': 'same-origin',
    },
  }
}

/** Several members: `const { ada, ben } = await people(it, 'ada', 'ben')`. */
export const people = async <N extends string>(
  it: Pick<TestApp, 'db'>,
  ...names: N[]
): Promise<Record<N, TestPerson>> => {
  const made = await Promise.all(names.map(async (name) => [name, await member(it, name)] as const))
  return Object.fromEntries(made) as Record<N, TestPerson>
}
