import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'
import { test } from '../../test/world/fixtures.ts'
import { aSpotRow } from '../../test/makers/posts.ts'
import { importRecords } from './import.ts'
import { readRecords } from './read-records.ts'

const folder = mkdtempSync(join(tmpdir(), 'nollie-round-trip-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const PLACES = [
  { name: 'Plaza', latitude: 41.3833, longitude: 2.1668 },
  { name: 'Harbour ledges', latitude: -16.7995, longitude: 179.9997 },
  { name: 'Bowl', latitude: -33.8688, longitude: -70.5 },
]

test.for(['kml', 'gpx', 'geojson'])(
  'importing an exported list adds its spots, and none for its route: %s',
  async (format, { app, ada }) => {
    const { id } = await ada.addList({ name: 'Round trip', visibility: 'public' })
    for (const { name, ...at } of PLACES) {
      const spot = await aSpotRow(app.db, ada.user_id, name)
      await app.db.updateTable('spots').set(at).where('id', '=', spot).execute()
      await ada.addToList(id, spot)
    }
    const { body } = await ada.send('GET', `/api/lists/${id}/export/${format}`)
    const path = join(folder, `list.${format}`)
    writeFileSync(path, body)
    const places = []
    for await (const { properties, at, isLine } of readRecords(path))
      if (!isLine) places.push({ name: properties.name, ...at })
    expect(places).toEqual(PLACES)
    const lines: string[] = []
    const counts = await importRecords({
      db: app.db,
      records: readRecords(path),
      defaults: { source: 'A list', licence: 'CC0' },
      print: (line) => lines.push(line),
    })
    expect(counts).toMatchObject({ read: PLACES.length, lines: format === 'kml' ? 1 : 0 })
    expect(lines.filter((line) => line.includes('skipped'))).toEqual(
      format === 'kml' ? ['1 line skipped: lines and tracks are not spots'] : [],
    )
  },
)
