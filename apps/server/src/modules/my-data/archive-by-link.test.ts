import { expect } from 'vitest'
import { SECRET } from '../../../test/world/app.ts'
import { mailsTo } from '../../../test/services/mails.ts'
import { getOutcome } from '../../../test/actors/actor.ts'
import { linkToken } from '../accounts/index.ts'
import { test } from '../../../test/world/fixtures.ts'

test.beforeAll(async ({ app, ada }) => {
  const suspended_at = new Date().toISOString()
  await app.db.updateTable('profiles').set({ suspended_at }).where('user_id', '=', ada.user_id).execute()
})

test('a suspended person requests their archive through the emailed link, and an email links to it', async ({
  app,
  visitor,
  ada,
}) => {
  await visitor.askForExportByLink({ token: linkToken(SECRET, 'own-data', ada.user_id) })
  const [mail] = await mailsTo(app, ada.email, { about: 'data is ready' })
  const url = /https?:\/\/\S+\/api\/my-data\/archive\?token=\S+/.exec(mail?.text ?? '')?.[0] ?? ''
  const { pathname, search } = new URL(url)
  const answer = await visitor.send('GET', pathname + search)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/zip')
  expect(answer.rawPayload.subarray(0, 2).toString()).toBe('PK')
})

test('the link only works for this person and this purpose', async ({ app, visitor, ada, ben }) => {
  const codes = async (token: string) => [
    await getOutcome(visitor.askForExportByLink({ token })),
    await getOutcome(visitor.downloadArchive({ token })),
  ]
  // Members who aren't suspended have to sign in instead.
  expect((await codes(linkToken(SECRET, 'own-data', ben.user_id)))[0]).toBe('BAD_TOKEN')
  expect((await codes(linkToken(SECRET, 'appeal', ada.user_id)))[0]).toBe('BAD_TOKEN')
  expect(await codes('x'.repeat(64))).toEqual(['BAD_TOKEN', 'BAD_TOKEN'])
  const [made] = await app.db.selectFrom('exports').select('id').where('user_id', '=', ada.user_id).execute()
  expect((await codes(linkToken(SECRET, 'own-data', made?.id ?? '')))[1]).toBe('BAD_TOKEN')
})
