import { expect } from 'vitest'
import type { TestApp } from '../world/app.ts'
import { post, type TestPerson } from './people.ts'
import { codeFrom } from './totp.ts'

/** An active second factor in another vendor's authenticator app. */
export type AppFactor = {
  id: string
  secret: string
  recovery_codes: string[]
  /** Returns an unused code for now, or for a number of minutes from now. */
  code: (minutes?: number) => Promise<string>
}

/** Marks all of a person's sessions as authenticated just now. */
export async function proveNow({ db }: Pick<TestApp, 'db'>, { user_id }: TestPerson): Promise<void> {
  await db.updateTable('sessions').set({ proved_at: new Date() }).where('user_id', '=', user_id).execute()
}

/** Turns on two-step sign-in for a person over HTTP, using their session cookie. */
export async function withFactor(
  it: Pick<TestApp, 'app' | 'db'>,
  who: TestPerson,
  name = 'Phone',
): Promise<AppFactor> {
  await proveNow(it, who)
  const begun = await post(it.app, '/api/account/factors', { kind: 'totp', name }, who.cookie)
  expect(begun.statusCode).toBe(201)
  const { id, secret } = begun.json<{ id: string; secret: string; uri: string }>()
  const body = { code: codeFrom(secret) }
  const proven = await post(it.app, `/api/account/factors/${id}/verifications`, body, who.cookie)
  expect(proven.statusCode).toBe(200)
  const { recovery_codes } = proven.json<{ recovery_codes: string[] | null }>()
  return {
    id,
    secret,
    recovery_codes: recovery_codes ?? [],
    // Resets the last step, because a code works only once and the next one would take half a minute.
    code: async (minutes = 0) => {
      await it.db.updateTable('factors').set({ last_step: 0 }).where('id', '=', id).execute()
      return codeFrom(secret, minutes)
    },
  }
}

/** Returns the challenge from a sign-in that was refused because it needs a second factor. */
export function getChallenge(answer: { json: () => unknown; headers: object }): string {
  const problem = answer.json() as { code?: string; challenge?: string }
  expect(problem).toMatchObject({ status: 403, code: 'FACTOR_NEEDED', challenge: expect.any(String) })
  expect(answer.headers).not.toHaveProperty('set-cookie')
  expect(problem).not.toHaveProperty('token')
  return problem.challenge ?? ''
}
