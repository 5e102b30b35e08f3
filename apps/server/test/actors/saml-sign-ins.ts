import { createHash, randomBytes } from 'node:crypto'
import { expect } from 'vitest'
import { ORIGIN, type TestApp, testApp } from '../world/app.ts'
import { post } from './people.ts'
import { readMetadata } from '../../src/saml-metadata.ts'
import { type Posted, type SamlProvider, startSamlProvider, type Values } from '../services/saml-provider.ts'

const PATH = '/auth/return/sso-school'

/** The result if a form doesn't confirm anyone's identity. */
export const REFUSED = { error: 'server_error', error_code: 'provider_refused' }
/** The result if a form doesn't belong to any request. */
export const OVER = { error: 'server_error', error_code: 'provider_over' }

/** An app where people sign in through their school. */
export type School = {
  it: TestApp
  school: SamlProvider
  /** Starts a sign-in. */
  begin: () => Promise<{ address: string; state: string; code_verifier: string }>
  /** Posts a form as a browser on another site would: without a cookie, from a foreign origin. */
  send: (posted: Partial<Posted>) => ReturnType<typeof post>
  /** Like `send`, but returns the return URL's parameters. */
  bring: (posted: Partial<Posted>) => Promise<Record<string, string>>
  /** Starts a sign-in and completes it at the school. Returns the values that the next call needs. */
  returned: (values: Values) => Promise<{ state: string; code_verifier: string; code: string | undefined }>
  signIn: (body: object, headers?: Record<string, string>) => ReturnType<typeof post>
  close: () => Promise<void>
}

/** Starts a school's provider, and an app that trusts it for `school.example`. */
export async function openSchool(options: Parameters<typeof testApp>[0] = {}): Promise<School> {
  const school = await startSamlProvider(`${ORIGIN}${PATH}`)
  const described = readMetadata(school.metadata, () => true)
  if (typeof described === 'string') throw new Error(described)
  const named = { provider: 'sso-school', title: 'The school', domains: ['school.example'] }
  const providers = [{ kind: 'saml' as const, ...named, ...described }]
  const it = await testApp({ ...options, accounts: { providers } })
  const begin: School['begin'] = async () => {
    const code_verifier = randomBytes(32).toString('base64url')
    const code_challenge = createHash('sha256').update(code_verifier).digest('base64url')
    const begun = await post(it.app, '/api/auth/sso', { domain: 'school.example', code_challenge })
    expect(begun.statusCode).toBe(201)
    return { ...begun.json<{ address: string; state: string }>(), code_verifier }
  }
  const send: School['send'] = (posted) =>
    it.app.inject({
      method: 'POST',
      url: PATH,
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://school.example' },
      payload: new URLSearchParams(posted).toString(),
    })
  const bring: School['bring'] = async (posted) => {
    const answer = await send(posted)
    expect(answer.statusCode, answer.body).toBe(303)
    const location = new URL(answer.headers.location ?? '', ORIGIN)
    expect([location.origin, location.pathname]).toEqual([ORIGIN, PATH])
    return Object.fromEntries(location.searchParams)
  }
  return {
    it,
    school,
    begin,
    send,
    bring,
    returned: async (values) => {
      const { address, state, code_verifier } = await begin()
      const back = await bring(await school.answer(address, values))
      expect(back).toEqual({ state, code: expect.any(String) })
      return { state, code_verifier, code: back.code }
    },
    signIn: (body, headers) => post(it.app, '/api/auth/provider-sign-ins', body, headers),
    close: async () => {
      await it.close()
      await school.close()
    },
  }
}
