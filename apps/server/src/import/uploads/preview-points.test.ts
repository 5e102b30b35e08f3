import { expect, test } from 'vitest'
import { suggestSource } from './preview-file.ts'
import { POINTS_MAX, PreviewPoints } from './preview-points.ts'

test('groups any number of places into a bounded number of points, and loses none', () => {
  const points = new PreviewPoints()
  for (let n = 0; n < 40_000; n += 1)
    points.add({ latitude: -60 + ((n * 7) % 1200) / 10, longitude: -179 + ((n * 13) % 3580) / 10 })
  const found = points.list()
  expect(found.length).toBeGreaterThan(50)
  expect(found.length).toBeLessThanOrEqual(POINTS_MAX)
  expect(found.reduce((sum, { count }) => sum + count, 0)).toBe(40_000)
  expect(points.box).toMatchObject({ west: -179, south: -60 })
})

test('places near each other are one point in their middle', () => {
  const points = new PreviewPoints()
  points.add({ latitude: 41.38, longitude: 2.17 })
  points.add({ latitude: 41.381, longitude: 2.171 })
  points.add({ latitude: 48, longitude: 11 })
  expect(points.list()).toEqual([
    { latitude: 41.3805, longitude: 2.1705, count: 2 },
    { latitude: 48, longitude: 11, count: 1 },
  ])
})

function record(properties: Record<string, unknown>) {
  return { where: 'feature 1', properties, at: null }
}

test('suggests a source only if the file names one, or if all its ids are OpenStreetMap’s', () => {
  const none = { source: null, licence: null, url: null }
  const osm = { source: 'OpenStreetMap', licence: 'ODbL 1.0' }
  expect(suggestSource([record({ name: 'A' })], '.csv')).toEqual(none)
  expect(suggestSource([], '.csv')).toEqual(none)
  expect(
    suggestSource([record({ name: 'A' }), record({ source: ' City ', licence: 'CC0' })], '.csv'),
  ).toEqual({
    source: 'City',
    licence: 'CC0',
    url: null,
  })
  expect(suggestSource([record({ id: 'node/1' }), record({ id: 'way/2' })], '.geojson')).toMatchObject(osm)
  expect(suggestSource([record({ id: 'node/1' }), record({ id: '2' })], '.geojson')).toEqual(none)
  expect(suggestSource([], '.osm.pbf')).toMatchObject(osm)
})
