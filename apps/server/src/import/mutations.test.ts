import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import {
  findMisplaced,
  makeMutation,
  type Mutation,
  readAsImport,
} from '../../test/makers/imports/import-mutations.ts'
import { seeded } from '../../../../packages/lab/proofs/lib/report.ts'

const folder = mkdtempSync(join(tmpdir(), 'nollie-mutations-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function read(mutation: Mutation) {
  const path = join(folder, `mutated${mutation.ending}`)
  writeFileSync(path, mutation.text)
  return readAsImport(path)
}

test('a changed character never moves a spot without a warning', async () => {
  const random = seeded(1)
  const wrong: unknown[] = []
  let placed = 0
  for (let n = 0; n < 300; n++) {
    const mutation = makeMutation(random)
    const reading = await read(mutation)
    placed += reading.spots.length
    if (findMisplaced(mutation, reading).length > 0) wrong.push(mutation)
  }
  expect(wrong).toEqual([])
  expect(placed).toBeGreaterThan(60)
})

const FAR = ['-132.5821 -25.8884', '-132.5811 -25.8884', '-132.5811 -25.8874', '-312.5821 -25.8874']

test.for([
  ['.csv', `name;wkt\nPark;POLYGON((${FAR.join(',')}))`],
  [
    '.kml',
    `<kml><Placemark><name>Park</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${FAR.map((corner) => corner.replace(' ', ',')).join(' ')}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark></kml>`,
  ],
  [
    '.geojsonl',
    JSON.stringify({
      type: 'Feature',
      properties: { name: 'Park' },
      geometry: { type: 'Polygon', coordinates: [FAR.map((corner) => corner.split(' ').map(Number))] },
    }),
  ],
] as const)(
  'a shape with a corner on the other side of the world is refused (%s)',
  async ([ending, text]) => {
    const reading = await read({ ending, text, strict: null, original: { latitude: 0, longitude: 0 } })
    expect(reading).toMatchObject({ spots: [], isWarned: true })
  },
)

test('detects a spot that was moved', () => {
  const original = { latitude: 1, longitude: 1 }
  const strict = { south: 2, north: 2, west: 179.999, east: 180.001 }
  const isWrong = (latitude: number, longitude: number, box: typeof strict | null = strict) =>
    findMisplaced(
      { ending: '.csv', text: '', strict: box, original },
      { spots: [{ latitude, longitude }], isWarned: false },
    ).length > 0
  expect([isWrong(1, 1), isWrong(1.0005, 1), isWrong(2, 180), isWrong(2, -179.9995)]).toEqual([
    false,
    false,
    false,
    false,
  ])
  expect([isWrong(1.002, 1), isWrong(2, 179.9), isWrong(2, 180, null), isWrong(0, 0)]).toEqual([
    true,
    true,
    true,
    true,
  ])
})
