import { rmSync } from 'node:fs'
import { LANGUAGE_CODES } from '@nollie/contract/languages'
import { LIMITS } from '@nollie/contract'
import type { InjectOptions } from 'fastify'
import { v7 as uuid } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { say, writeSentence } from '../../src/platform/languages/index.ts'
import { type TestApp, testApp } from '../world/app.ts'
import { people, type TestPerson } from '../actors/people.ts'
import { metadata, TUS } from '../actors/uploads.ts'
import { webRootIn } from '../makers/web-root.ts'

const webRoot = webRootIn(LANGUAGE_CODES)
let it: TestApp
let ada: TestPerson
let ben: TestPerson
beforeAll(async () => {
  it = await testApp({ webRoot, media: { filesPerDay: 1 } })
  ;({ ada, ben } = await people(it, 'ada', 'ben'))
})
afterAll(async () => {
  await it.close()
  rmSync(webRoot, { recursive: true })
})

const FRENCH = { 'accept-language': 'fr-CH, en;q=0.5' }
const JAPANESE = { 'accept-language': 'ja' }

async function ask(asked: InjectOptions, headers: Record<string, string>) {
  return (await it.app.inject({ ...asked, headers: { ...asked.headers, ...headers } })).json<{
    code: string
    title: string
    detail: string
    fields?: Record<string, string>
    failure?: string
  }>()
}

test('a sign-up is refused in the language of its page, by rules and schemas, with their values', async () => {
  const payload = { username: 'x', email: 'no address', password: 'short' }
  const asked = { method: 'POST', url: '/api/auth/sign-up', payload } as const
  expect(await ask(asked, FRENCH)).toMatchObject({
    code: 'BAD_REQUEST',
    title: 'Something is wrong with this request.',
    fields: {
      username: 'Choisis un pseudo d’au moins 3 caractères.',
      email: 'Cette adresse e-mail n’est pas valide.',
      password: 'Choisis un mot de passe d’au moins 8 caractères.',
    },
    detail: expect.stringMatching(/3 caractères.* adresse e-mail .*8 caractères/),
  })
  const { fields } = await ask(asked, JAPANESE)
  expect(fields?.password).toBe('パスワードは8文字以上にしてください。')
  expect((await ask(asked, {})).fields?.password).toBe('Choose a password of at least 8 characters.')
})

test('a schema’s refusal names the field and its limit in the language of the page', async () => {
  const asked = {
    method: 'POST',
    url: '/api/discussions',
    headers: { ...ada.bearer, 'idempotency-key': uuid() },
    payload: { title: 'x'.repeat(LIMITS.discussion_title_max + 1), content: '', category: 'general' },
  } as const
  const { detail, fields } = await ask(asked, JAPANESE)
  expect(fields).toMatchObject({
    title: `${LIMITS.discussion_title_max}文字までにしてください。`,
    content: 'すべての項目を入力してください。',
  })
  expect(detail).toContain(`項目「title」：${LIMITS.discussion_title_max}文字まで`)
  const nobody = { method: 'PUT', url: `/api/people/${ada.user_id}/block`, headers: ada.bearer } as const
  expect((await ask(nobody, FRENCH)).detail).toBe('Tu ne peux pas te bloquer toi-même.')
})

test('an upload beyond the daily limit is refused with the number; stored failures are translated', async () => {
  const asked = {
    method: 'POST',
    url: '/api/uploads',
    headers: {
      ...ben.bearer,
      ...TUS,
      'upload-length': '1000',
      'upload-metadata': metadata('image/jpeg', 'ledge.jpg'),
    },
  } as const
  expect((await it.app.inject(asked)).statusCode).toBe(201)
  expect(await ask(asked, JAPANESE)).toMatchObject({
    code: 'QUOTA',
    detail: '今日は1個のファイルをアップロードしました。続きは明日お願いします。',
  })
  const id = uuid()
  const failure = writeSentence(say`Videos can be up to ${10} minutes long.`)
  await it.db
    .insertInto('media')
    .values({ id, owner_id: ben.user_id, type: 'video', status: 'failed', bytes: 9, tries: 1, failure })
    .execute()
  const media = { url: `/api/media/${id}`, headers: ben.bearer }
  expect((await ask(media, FRENCH)).failure).toBe('Les vidéos peuvent durer au plus 10 minutes.')
  expect((await ask(media, {})).failure).toBe('Videos can be up to 10 minutes long.')
})

test('an invalid email address is also refused in the language of the page', async () => {
  expect((await ask({ url: '/api/nothing' }, FRENCH)).detail).toBe('Il n’y a rien à cette adresse.')
  expect((await ask({ method: 'PUT', url: '/api/session' }, JAPANESE)).code).toBe('METHOD_NOT_ALLOWED')
})
