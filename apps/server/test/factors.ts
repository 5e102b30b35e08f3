import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import { post, type TestPerson } from './people.ts'
import { codeFrom } from './totp.ts'

/** An active second factor in another vendor's authenticator app. */
export type AppFactor = {
  id: string
  secret: string
  recovery_codes: string[]
  /** The code of now, or of some minutes away, which was not used before. */
  code: (minutes?: number) => Promise<string>
}

/** Sets the last proof of every session of a person to now. */
export const proveNow = async ({ db }: Pick<TestApp, 'db'>, { user_id }: TestPerson): Promise<void> => {
  await db.updateTable('sessions').set({ proved_at: new Date() }).where('user_id', '=', user_id).execute()
}

/** Turns the two-step sign-in of a person on, over HTTP, from the session of their cookie. */
export const withFactor = async (
  it: Pick<TestApp, 'app' | 'db'>,
  who: TestPerson,
  name = 'Phone',
): Promise<AppFactor> => {
  await proveNow(it, who)
  const begun = await post(it.app, '/api/account/factors', { kind: 'totp', name }, who.cookie)
  expect(begun.statusCode).toBe(201)
  const { id, secret } = begun.json<{ id: string; secret: string; uri: string }>()
  const body = { code: codeFrom(secret) }
  const proven = await post(it.app, `/api/account/factors/${id}/verifications`, body, who.cookie)
  expect(proven.statusCode).toBe(200)
  const { recovery_codes } = proven.json<{ recovery_codes: string[] | null }>()
  return {
    ...{ id, secret, recovery_codes: recovery_codes ?? [] },
    // Half a minute later, because a code works once.
    code: async (minutes = 0) => {
      await it.db.updateTable('factors').set({ last_step: 0 }).where('id', '=', id).execute()
      return codeFrom(secret, minutes)
    },
  }
}

/** The refusal of a sign-in that waits for a second factor. */
export const getChallenge = (answer: { json: () => unknown; headers: object }): string => {
  const problem = answer.json() as { code?: string; challenge?: string }
  expect(problem).toMatchObject({ status: 403, code: 'FACTOR_NEEDED', challenge: expect.any(String) })
  expect(answer.headers).not.toHaveProperty('set-cookie')
  expect(problem).not.toHaveProperty('token')
  return problem.challenge ?? ''
}
