import { expect } from 'vitest'
import { test } from '../../../test/world/fixtures.ts'
import { aSpotRow } from '../../../test/makers/posts.ts'
import { suspend } from '../accounts/index.ts'
import { pageHead } from './page-heads.ts'

const NOTHING = 'A list of skate spots on Nollie'

test('a list’s page names it for people who can read it at this URL, and a list shared by link is not indexed', async ({
  app,
  ada,
  visitor,
}) => {
  const fetchHead = (key: string | null) =>
    pageHead(app.db, new URL('https://nollie.example'), `/lists/${key}`)
  const spot_id = await aSpotRow(app.db, ada.user_id, 'Depot')
  await app.db.updateTable('spots').set({ audience: 'only_me' }).where('id', '=', spot_id).execute()
  const { id } = await ada.addList({ name: 'My <secret> line', spot_id })
  const preview = async () => (await visitor.send('GET', `/previews/lists/${id}.jpg`)).statusCode
  expect((await fetchHead(id))?.title).toBe(NOTHING)
  expect(await preview()).toBe(404)

  const { link } = await ada.editList(id, { visibility: 'link' })
  const shared = await fetchHead(link)
  expect(shared?.title).toBe('My <secret> line · Nollie')
  expect(shared?.tags).toContain('My &lt;secret&gt; line')
  expect(shared?.tags).toContain('noindex')
  expect(shared?.tags).not.toContain(id)
  expect((await fetchHead(id))?.title).toBe(NOTHING)
  expect(await preview()).toBe(404)
  await ada.renewListLink(id)
  expect((await fetchHead(link))?.title).toBe(NOTHING)
  expect((await fetchHead(link))?.tags).toContain('noindex')

  await ada.editList(id, { visibility: 'public' })
  const open = await fetchHead(id)
  expect(open?.title).toBe('My <secret> line · Nollie')
  expect(open?.tags).not.toContain('noindex')
  expect(open?.tags).toContain(`/previews/lists/${id}.jpg`)
  expect(JSON.stringify(open)).not.toContain('Depot')
  expect(await preview()).toBe(200)
  await app.db.transaction().execute((tx) => suspend(tx, ada.user_id, true))
  expect((await fetchHead(id))?.title).toBe(NOTHING)
  expect(await preview()).toBe(404)
})
