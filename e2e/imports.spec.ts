import { importRecords } from '../apps/server/src/import/import.ts'
import type { RawRecord } from '../apps/server/src/import/read.ts'
import { expectAccessible } from './support/axe.ts'
import { database } from './support/database.ts'
import { ownSite } from './support/own-site.ts'
import { makeAdmin } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { aPoint, toastOf } from './support/share.ts'
import { expect as atOnce, test } from './support/test.ts'

test.describe.configure({ timeout: 240_000 })
const expect = atOnce.configure({ timeout: 60_000 })

/** Imports records as the whole of a dataset, as the operator's command does. */
const runImport = async (dataset: string, records: readonly RawRecord[]) =>
  importRecords({
    db: await database(),
    records: (async function* () {
      yield* records
    })(),
    defaults: { source: dataset, licence: 'CC BY 4.0' },
    whole: { dataset, file: `${dataset}.geojson`, file_hash: '0'.repeat(64) },
    print: () => {},
  })

test('a source and a moderator change a spot: the moderator decides, and what went is in doubt', async ({
  page,
  member,
}) => {
  await makeAdmin(member)
  const source = `Town of ${member.username}`
  const record = (n: number, name: string, more: object = {}): RawRecord => ({
    ...{ where: `record ${n}`, properties: { id: `park/${n}`, name, ...more }, at: points[n] ?? null },
  })
  const points = [aPoint(), aPoint(), aPoint(), aPoint()]
  const rest = [record(1, 'North park'), record(2, 'South park')]
  await runImport(source, [record(0, 'Old ramp', { description: 'Wood.' }), ...rest, record(3, 'Lost bowl')])
  const db = await database()
  const rows = await db.selectFrom('spots').select(['id', 'name']).where('source', '=', source).execute()
  const idOf = (name: string) => rows.find((row) => row.name === name)?.id ?? ''
  const ramp = idOf('Old ramp')
  const answer = await page.request.patch(`/api/spots/${ramp}`, {
    data: { name: 'Wooden ramp', description: 'Wood, with a new coping.' },
    headers: { ...ownSite(), 'if-match': '"1"' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  await runImport(source, [record(0, 'Ramp at the river', { description: 'Plywood.' }), ...rest])

  await page.goto('/admin?list=imports')
  const conflicts = page.getByRole('article', { name: 'Wooden ramp' })
  await expect(conflicts).toHaveCount(2)
  await expect(page.getByRole('article', { name: `${source}.geojson` }).first()).toContainText('Missing')
  await saveScreenshot(page, 'imports')
  await expectAccessible(page)
  const named = conflicts.filter({ hasText: 'Ramp at the river' })
  await named.getByRole('button', { name: 'Keep ours' }).click()
  await expect(toastOf(page)).toContainText('Ours stays')
  await conflicts.filter({ hasText: 'Plywood.' }).getByRole('button', { name: 'Take theirs' }).click()
  await expect(toastOf(page)).toContainText(`The spot now says what ${source} says`)
  await expect(conflicts).toHaveCount(0)

  await page.goto(`/spots/${ramp}`)
  await expect(page.getByText('Plywood.')).toBeVisible()
  await expect(page.getByText(`From ${source}, CC BY 4.0`)).toBeVisible()
  await expect(page.getByText('Its id there: park/0')).toBeVisible()
  await page.goto(`/spots/${idOf('Lost bowl')}`)
  await expect(page.getByText(`${source} has it no more since`)).toBeVisible()
  await saveScreenshot(page, 'imports-missing')
})
