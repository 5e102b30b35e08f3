import { expect, onTestFinished } from 'vitest'
import { getOutcome, Refused } from '../../../test/actors/actor.ts'
import { testWith } from '../../../test/world/fixtures.ts'
import { aPost, aSpotRow } from '../../../test/makers/posts.ts'
import { startTranslator } from '../../../test/services/translator.ts'
import { ServiceDown } from '../../platform/fetch/index.ts'
import { askTranslation } from './ask-translation.ts'

const service = await startTranslator({ key: 'a key' })
const test = testWith({ translate: { url: service.url, key: 'a key' } })

test.beforeEach(() => {
  service.answers(null)
  service.asked.length = 0
  service.headers.length = 0
})
test.afterAll(() => service.close())

async function catchRefusal(call: Promise<unknown>): Promise<Refused> {
  const error = await call.then(
    () => null,
    (error: unknown) => error,
  )
  if (error instanceof Refused) return error
  throw error ?? new Error('it was not refused')
}

test('translates descriptions, posts, discussions, and comments, by their kind and id', async ({
  app,
  ada,
  ben,
}) => {
  const spot_id = await aSpotRow(app.db, ada.user_id)
  await app.db.updateTable('spots').set({ description: 'Muy bueno' }).where('id', '=', spot_id).execute()
  const post_id = await aPost(app.db, ada.user_id, { content: 'Qué tarde' })
  const { id } = await ada.startDiscussion({ title: 'Cera', content: '¿Cuál?' })
  const comment = await ada.addDiscussionComment(id, { content: 'Velas.' })
  const ask = (kind: 'spot' | 'post' | 'discussion' | 'comment', of: string) =>
    ben.translate({ kind, id: of, language: 'pt-BR' })
  expect(await ben.getTranslationService()).toEqual({ is_offered: true })
  expect(await ask('spot', spot_id)).toEqual({ text: '[pt] Muy bueno', from: 'es' })
  expect(await ask('discussion', id)).toEqual({ text: '[pt] ¿Cuál?', from: 'es' })
  expect(await ask('comment', comment.id)).toEqual({ text: '[pt] Velas.', from: 'es' })
  expect(await ask('post', post_id)).toEqual({ text: '[pt] Qué tarde', from: 'es' })
  expect(service.asked[0]).toEqual({
    q: 'Muy bueno',
    source: 'auto',
    target: 'pt',
    format: 'text',
    api_key: 'a key',
  })
  for (const sent of service.headers) expect(sent).not.toHaveProperty('cookie')
})

test('people who can’t see a text get no translation of it, even if it was translated for someone else', async ({
  ada,
  ben,
  cleo,
  visitor,
}) => {
  const { id } = await ada.startDiscussion({ title: 'Cera', content: 'Solo para algunos' })
  const comment = await ada.addDiscussionComment(id, { content: 'Tampoco esto' })
  expect(await ben.translate({ kind: 'discussion', id, language: 'en' })).toMatchObject({ from: 'es' })
  await ada.blockPerson(cleo.user_id)
  const asks = (kind: 'discussion' | 'comment', of: string) =>
    getOutcome(cleo.translate({ kind, id: of, language: 'en' }))
  expect(await asks('discussion', id)).toBe('DISCUSSION_NOT_FOUND')
  expect(await asks('comment', comment.id)).toBe('COMMENT_NOT_FOUND')
  expect(await getOutcome(visitor.translate({ kind: 'discussion', id, language: 'en' }))).toBe(
    'SESSION_MISSING',
  )
  await ada.removeDiscussion(id)
  expect(await getOutcome(ben.translate({ kind: 'discussion', id, language: 'en' }))).toBe(
    'DISCUSSION_NOT_FOUND',
  )
  expect(service.asked).toHaveLength(1)
})

test('descriptions of photos are translated for people who can see the photo', async ({
  app,
  ada,
  ben,
  visitor,
}) => {
  const post_id = await aPost(app.db, ada.user_id)
  const [item] = (await ada.describePostMedia(post_id, 0, { alt_text: 'Una baranda' })).media
  const id = item?.media.id ?? ''
  const ask = (who: typeof ben) => getOutcome(who.translate({ kind: 'media', id, language: 'en' }))
  expect(await ben.translate({ kind: 'media', id, language: 'en' })).toMatchObject({
    text: '[en] Una baranda',
  })
  expect(await getOutcome(visitor.translate({ kind: 'media', id, language: 'en' }))).toBe('SESSION_MISSING')
  await ada.setPostAudience(post_id, { audience: 'only_me' })
  expect([await ask(ada), await ask(ben)]).toEqual(['done', 'MEDIA_NOT_FOUND'])
  await ada.setPostAudience(post_id, { audience: 'everybody' })
  await ada.describePostMedia(post_id, 0, { alt_text: null })
  expect(await ask(ben)).toBe('NOT_FOUND')
  expect(service.asked).toHaveLength(1)
})

test('a text is translated once for everyone, and again after a change', async ({ ada, ben }) => {
  const { id, version } = await ada.startDiscussion({ title: 'Cera', content: 'Primero' })
  const ask = () => ben.translate({ kind: 'discussion', id, language: 'en' })
  await Promise.all([ask(), ask(), ada.translate({ kind: 'discussion', id, language: 'en' })])
  expect(service.asked).toHaveLength(1)
  await ben.translate({ kind: 'discussion', id, language: 'de' })
  await ada.editDiscussion(id, { content: 'Segundo' }, { version })
  expect(await ask()).toMatchObject({ text: '[en] Segundo' })
  expect(service.asked).toHaveLength(3)
})

test.for([
  ['a failure', '{"error":"Slowdown: 10 per 1 minute"}', 429],
  ['a refusal', '{"error":"Invalid API key"}', 403],
  ['a breakdown', 'Bad gateway', 502],
  ['a redirect', '', 302],
  ['a page', '<html></html>', 200],
  ['another answer', '{"translatedText":7}', 200],
  ['too much', JSON.stringify({ translatedText: 'x'.repeat(300_000) }), 200],
] as const)(
  '%s from the service results in a readable error, and the next request retries',
  async ([, text, status], { ada }) => {
    const { id } = await ada.startDiscussion({ title: 'Cera', content: `Con ${status} ${text.length}` })
    const ask = () => ada.translate({ kind: 'discussion', id, language: 'en' })
    service.answers(text, status)
    const refused = await catchRefusal(ask())
    expect(refused.code).toBe('PROVIDER_DOWN')
    expect(refused.detail).toBe('The translation service isn’t responding. Try again in a few minutes.')
    service.answers(null)
    expect((await ask()).text).toMatch(/^\[en\] Con/)
  },
)

test('waits for an unresponsive service only until the timeout', async () => {
  // Its request may arrive after this test ends, so it uses a separate service.
  const silent = await startTranslator()
  onTestFinished(() => silent.close())
  silent.falls(true)
  const call = askTranslation(
    { url: silent.url, key: null },
    { text: 'Hola', language: 'en' },
    { timeoutMs: 50 },
  )
  await expect(call).rejects.toThrow(ServiceDown)
})

test('refuses missing, empty, and unsupported text', async ({ app, ada }) => {
  const missing = '01890000-0000-7000-8000-000000000000'
  const ask = (body: object) => catchRefusal(ada.translate(body as never))
  expect((await ask({ kind: 'spot', id: missing, language: 'en' })).code).toBe('SPOT_NOT_FOUND')
  expect((await ask({ kind: 'post', id: missing, language: 'en' })).code).toBe('POST_NOT_FOUND')
  expect((await ask({ kind: 'message', id: missing, language: 'en' })).status).toBe(400)
  expect((await ask({ kind: 'spot', id: 'x', language: 'en' })).status).toBe(400)
  expect((await ask({ kind: 'spot', id: missing, language: 'xx' })).status).toBe(400)
  const post = await aPost(app.db, ada.user_id)
  expect((await ask({ kind: 'post', id: post, language: 'en' })).detail).toBe(
    'There’s nothing to translate here.',
  )
  expect(service.asked).toEqual([])
})
