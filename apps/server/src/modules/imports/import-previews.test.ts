import { expect } from 'vitest'
import { anImportFile } from '../../../test/makers/imports/imports.ts'
import { testWith } from '../../../test/world/fixtures.ts'

const test = testWith({})

test('a preview that another admin has replaced can’t be confirmed', async ({ app, mod }) => {
  const id = await anImportFile(app.db, mod.user_id, 'ready')
  const { version } = await mod.getImportFile(id)
  await mod.previewImportFile(id, { source: 'Another city', licence: 'CC0', url: null })
  const refused = await mod.send('POST', `/api/imports/files/${id}/import`, { version })
  expect(refused.statusCode).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'PREVIEW_CHANGED',
    detail: 'Someone changed this file’s source or license. Check the new preview before you import it.',
  })
  expect((await mod.getImportFile(id)).version).toBeGreaterThan(version)
})
