import type { FastifyInstance } from 'fastify'
import { verifyToken } from '../../src/modules/accounts/index.ts'
import { SECRET, type TestApp } from '../world/app.ts'
import { insertMember, insertSession } from '../makers/member-rows.ts'

/** A person who has verified their email and is signed in. */
export type TestPerson = {
  user_id: string
  username: string
  email: string
  password: string
  /** The headers that an API client sends: `inject({ headers: ada.bearer })`. */
  bearer: { authorization: string }
  /** The headers that a browser sends from one of the app's pages. */
  cookie: { cookie: string; 'sec-fetch-site': string }
}

/** Makes a person an admin, as the operator's command does. */
export async function makeAdmin(db: TestApp['db'], user_id: string): Promise<void> {
  await db.updateTable('profiles').set({ is_admin: true }).where('user_id', '=', user_id).execute()
}

type Injected = Awaited<ReturnType<FastifyInstance['inject']>>

/** Sends a JSON body as if from one of the app's pages. */
export function post(
  app: FastifyInstance,
  url: string,
  payload: object = {},
  headers: Record<string, string> = {},
): Promise<Injected> {
  return app.inject({
    method: 'POST',
    url,
    payload,
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
  })
}

function good(answer: Injected, status: number): Injected {
  if (answer.statusCode !== status) throw new Error(`${answer.statusCode} ${answer.body}`)
  return answer
}

/** Returns the session cookie that a response sets, as the `name=value` that a browser sends back. */
export function getCookie(answer: Injected): string {
  return String(answer.headers['set-cookie']).split(';')[0] ?? ''
}

let turn: Promise<unknown> = Promise.resolve()

/**
 * Signs up, verifies, and signs in over HTTP (about 100 ms), without waiting for the email. Sign-ups run one after
 * another, because the server hashes only a few passwords at a time.
 */
export function signUp(it: Pick<TestApp, 'app' | 'db'>, username: string): Promise<TestPerson> {
  const person = turn.then(() => signUpNow(it, username))
  turn = person.catch(() => {})
  return person
}

async function signUpNow({ app, db }: Pick<TestApp, 'app' | 'db'>, username: string): Promise<TestPerson> {
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
    cookie: { cookie: getCookie(byCookie), 'sec-fetch-site': 'same-origin' },
  }
}

/** Signs a person in again, e.g. after their sessions have ended. Returns them with the new session. */
export async function signInAgain(
  { app }: Pick<TestApp, 'app'>,
  { email, password, ...person }: TestPerson,
): Promise<TestPerson> {
  const byToken = good(
    await post(app, '/api/auth/sign-in', { email, password }, { 'x-client': 'token' }),
    200,
  ).json<{ token: string }>()
  const byCookie = good(await post(app, '/api/auth/sign-in', { email, password }), 200)
  return {
    ...person,
    email,
    password,
    bearer: { authorization: `Bearer ${byToken.token}` },
    cookie: { cookie: getCookie(byCookie), 'sec-fetch-site': 'same-origin' },
  }
}

/**
 * Creates a person in the same state as after {@link signUp}, with a working password, by inserting rows (about 10 ms).
 * For tests that aren't about accounts.
 */
export async function member({ db }: Pick<TestApp, 'db'>, username: string): Promise<TestPerson> {
  const email = `${username.toLowerCase()}@example.com`
  const password = `${username} rolls away clean`
  const user_id = await insertMember(db, { username, email, password })
  return {
    user_id,
    username,
    email,
    password,
    bearer: { authorization: `Bearer ${await insertSession(db, user_id)}` },
    cookie: { cookie: `nollie.session=${await insertSession(db, user_id)}`, 'sec-fetch-site': 'same-origin' },
  }
}

/** Creates several members: `const { ada, ben } = await people(it, 'ada', 'ben')`. */
export async function people<N extends string>(
  it: Pick<TestApp, 'db'>,
  ...names: N[]
): Promise<Record<N, TestPerson>> {
  const made = await Promise.all(names.map(async (name) => [name, await member(it, name)] as const))
  return Object.fromEntries(made) as Record<N, TestPerson>
}
