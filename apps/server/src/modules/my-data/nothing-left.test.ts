import { expect } from 'vitest'
import { testWith } from '../../../test/world/fixtures.ts'
import { aLeaver, leaves, placesLeft } from '../../../test/actors/leaver.ts'
import { columnsWithCanary, foldersWithCanary } from '../../../test/world/leaving.ts'
import { keysIn } from '../../../test/world/stored-keys.ts'

const test = testWith({ media: { unwantedFor: 0, sweepEvery: 1 } })

test('L9 after the grace period no table and no file contains the person’s texts or addresses, except as listed', async ({
  mod,
  app,
}) => {
  const { gone, shared } = await aLeaver(app, mod)
  const everywhere = await columnsWithCanary(app.db)
  for (const place of [
    'posts.title',
    'spot_edits.before',
    'messages.content',
    'appeals.words',
    'email_changes.new_email',
  ])
    expect(everywhere).toContain(place)

  await leaves(app, gone)
  const look = async () => {
    await app.jobs.runTimer('media collector')
    return [...(await columnsWithCanary(app.db)), ...foldersWithCanary(app.dataDir)]
  }
  expect(await placesLeft(look, 60_000)).toEqual([])
  expect(await keysIn(app.storage.area('exports'))).toEqual([])

  // Other people's content stays, in order.
  await mod.signsInAgain()
  const { items } = await mod.getSpotHistory(shared)
  expect(items.map(({ before: fields }) => fields)).toEqual([
    { name: null },
    { name: 'By the mod once more' },
    { name: 'By the mod' },
    { name: null, description: null },
    { name: null, city: null },
  ])
})
