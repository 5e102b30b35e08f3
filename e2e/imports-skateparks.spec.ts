import { type FakeOverpass, startOverpass } from '../apps/server/test/services/overpass.ts'
import { expectAccessible } from './support/axe.ts'
import { makeAdmin } from './support/people.ts'
import { saveScreenshot } from './support/screens.ts'
import { type Server, startServer } from './support/server.ts'
import { expect, test } from './support/test.ts'

// Starts a server with an Overpass server.
test.describe.configure({ mode: 'serial' })
const shared = { url: process.env.NOLLIE_URL, dataDir: process.env.NOLLIE_DATA_DIR }

function use({ url, dataDir }: { url?: string | undefined; dataDir?: string | undefined }) {
  return Object.assign(process.env, { NOLLIE_URL: url, NOLLIE_DATA_DIR: dataDir })
}

let server: Server | undefined
let overpass: FakeOverpass
test.beforeAll(async () => {
  overpass = await startOverpass()
  server = await startServer({ env: { OVERPASS_URL: overpass.url.href } })
  use(server)
})
test.afterAll(async () => {
  use(shared)
  await server?.stop()
  await overpass.close()
})

const tags = { leisure: 'pitch', sport: 'skateboard' }

test(
  'an admin fills the empty map with a country’s skateparks, and undoes it',
  { tag: '@desktop' },
  async ({ page, member }, { project }) => {
    await makeAdmin(member)
    overpass.reset()
    // Each project imports another country, so that the second one adds spots as well.
    const [code, country, lat, lon] =
      project.name === 'phone'
        ? (['SG', 'Singapore', 1.31, 103.85] as const)
        : (['MT', 'Malta', 35.9, 14.5] as const)
    const first = project.name === 'phone' ? 0 : 100
    const parks = Array.from({ length: 12 }, (_, n) => ({
      ...({ type: 'way', country: code } as const),
      id: first + n + 1,
      lat: lat + n / 1000,
      lon: lon + n / 1000,
      tags: { ...tags, name: `${country} Skatepark ${n}` },
    }))
    overpass.has([
      ...parks,
      {
        type: 'way',
        id: first + 90,
        lat,
        lon: lon - 0.01,
        country: code,
        tags: { ...tags, access: 'private' },
      },
    ])

    await page.goto('/admin?list=imports')
    await page.getByRole('link', { name: 'Add skateparks from OpenStreetMap' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Add skateparks')
    await page.getByRole('combobox', { name: 'Country' }).selectOption(country)
    await expect(page.getByText(overpass.url.host)).toBeVisible()
    expect(overpass.asked).toEqual([])
    await saveScreenshot(page, 'imports-skateparks-plan')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Add skateparks', exact: true }).click()
    const run = page.getByRole('article', { name: country })
    await expect(run).toContainText(/Importing|Complete/)
    // The import continues while the admin is elsewhere.
    await page.goto('/dashboard')
    await page.goto('/admin/skateparks')
    await expect(run).toContainText('Complete')
    await expect(run).toContainText(/Added\s*12/)
    await expect(run).toContainText(/Not open to everyone\s*1/)
    await saveScreenshot(page, 'imports-skateparks-done')
    await expectAccessible(page)

    await run.getByRole('link', { name: 'Show on map' }).click()
    await expect(page.getByText(/12 spots/).first()).toBeVisible()

    await page.goto('/admin/skateparks')
    await run.getByRole('button', { name: 'Undo import' }).click()
    const dialog = page.getByRole('dialog', { name: 'Undo this import?' })
    await saveScreenshot(page, 'imports-skateparks-undo')
    await dialog.getByRole('button', { name: 'Undo import' }).click()
    await expect(run).toContainText('Undone')
    await expect(run).toContainText(/Removed\s*12/)
  },
)

test('an admin starts from the map, stops, and continues after the server was unreachable', async ({
  page,
  member,
}) => {
  await makeAdmin(member)
  overpass.reset()
  overpass.has([{ type: 'node', id: 500, lat: 48.15, lon: 11.55, tags: { ...tags, name: 'Hirschgarten' } }])
  overpass.fails(() => ({ kind: 'status', status: 403 }))
  await page.goto('/admin/skateparks?area=box:11.4,48.1,11.7,48.2')
  await expect(page.getByRole('tab', { name: 'Visible map' })).toHaveAttribute('aria-selected', 'true')
  await page.getByRole('button', { name: 'Add skateparks', exact: true }).click()
  const run = page.getByRole('article', { name: /Part of the map/ })
  await expect(run).toContainText('Failed')
  await expect(run).toContainText(`${overpass.url.host} refuses our requests.`)
  await saveScreenshot(page, 'imports-skateparks-stopped')
  overpass.fails(() => ({ kind: 'limited', retryAfter: '500' }))
  await run.getByRole('button', { name: 'Continue' }).click()
  await expect(run).toContainText(`${overpass.url.host} is busy. The import continues at`)
  await run.getByRole('button', { name: 'Stop import' }).click()
  await expect(run).toContainText('Stopped')
  overpass.fails(() => null)
  await run.getByRole('button', { name: 'Continue' }).click()
  await expect(run).toContainText('Complete')
  await expect(run).toContainText(/Added\s*1/)
})

test('an unknown place is refused with a sentence, and members get no page', async ({
  page,
  member,
  consoleErrors,
}) => {
  await page.goto('/admin/skateparks')
  await expect.poll(() => consoleErrors).toEqual(['Page not found: /admin/skateparks'])
  consoleErrors.length = 0
  await makeAdmin(member)
  await page.goto('/admin/skateparks?area=box:-140,0,-139,1')
  await page.getByRole('tab', { name: 'Country' }).click()
  await page.goto('/admin/skateparks?area=box:-180,-80,180,80')
  await expect(page.getByRole('alert')).toContainText('This area is too large to import.')
})
