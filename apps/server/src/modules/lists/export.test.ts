import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect } from 'vitest'
import { test } from '../../../test/world/fixtures.ts'
import { aSpotRow } from '../../../test/makers/posts.ts'

const NASTY = `Ledge <"&'> ]]> 日本`
const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  htmlEntities: true,
  parseTagValue: false,
  isArray: (name) => ['wpt', 'rtept', 'Placemark'].includes(name),
})

test('exports a list in each format, in order, with escaped names and the license of imported spots', async ({
  app,
  ada,
  visitor,
}) => {
  const first = await aSpotRow(app.db, ada.user_id, NASTY)
  const second = await aSpotRow(app.db, ada.user_id, 'Imported')
  const at = { latitude: -33.8688, longitude: 151.2093 }
  await app.db.updateTable('spots').set(at).where('id', '=', first).execute()
  const source = {
    source: 'OpenStreetMap',
    source_licence: 'ODbL 1.0',
    source_id: 'node/1',
    source_url: 'https://www.openstreetmap.org/node/1',
  }
  await app.db.updateTable('spots').set(source).where('id', '=', second).execute()
  const { id } = await ada.addList({ name: 'Sydney & <co>', visibility: 'public', spot_id: first })
  await ada.addToList(id, second)
  await ada.editListSpot(id, first, { note: 'Wax & "go" </desc>' })
  const exportFile = async (format: string) => {
    const { statusCode, headers, body } = await visitor.send('GET', `/api/lists/${id}/export/${format}`)
    expect([statusCode, headers['cache-control']]).toEqual([200, 'no-store'])
    expect(headers['content-disposition']).toBe(
      `attachment; filename="Sydney-co.${format}"; filename*=UTF-8''Sydney%20%26%20%3Cco%3E.${format}`,
    )
    return { type: headers['content-type'], body }
  }

  const gpx = await exportFile('gpx')
  expect(gpx.type).toContain('application/gpx+xml')
  expect(XMLValidator.validate(gpx.body)).toBe(true)
  const { gpx: read } = parser.parse(gpx.body)
  expect(read['@version']).toBe('1.1')
  // The elements must be in the schema's order: metadata, waypoints, routes.
  expect(Object.keys(read).filter((key) => !key.startsWith('@'))).toEqual(['metadata', 'wpt', 'rte'])
  expect(read.metadata.name).toBe('Sydney & <co>')
  expect(read.wpt[0]).toMatchObject({ '@lat': '-33.8688', '@lon': '151.2093', name: NASTY })
  expect(Object.keys(read.wpt[0]).filter((key) => !key.startsWith('@'))).toEqual(['name', 'desc', 'link'])
  expect(read.wpt[0].desc).toContain('Wax & "go" </desc>')
  expect(read.wpt[1].src).toBe('OpenStreetMap, ODbL 1.0, https://www.openstreetmap.org/node/1')
  expect(read.rte.rtept.map(({ name }: { name: string }) => name)).toEqual([NASTY, 'Imported'])

  const kml = await exportFile('kml')
  expect(kml.type).toContain('application/vnd.google-earth.kml+xml')
  expect(XMLValidator.validate(kml.body)).toBe(true)
  const [one, two, line] = parser.parse(kml.body).kml.Document.Placemark
  expect(one).toMatchObject({ name: NASTY, Point: { coordinates: '151.2093,-33.8688' } })
  expect(JSON.stringify(two.ExtendedData)).toContain('ODbL 1.0')
  expect(line.LineString.coordinates.split(' ')[0]).toBe('151.2093,-33.8688')

  const geojson = await exportFile('geojson')
  expect(geojson.type).toContain('application/geo+json')
  const { type, features } = JSON.parse(geojson.body)
  expect(type).toBe('FeatureCollection')
  expect(features[0]).toMatchObject({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [151.2093, -33.8688] },
    properties: { position: 1, name: NASTY, note: 'Wax & "go" </desc>', source: null },
  })
  expect(features[1].properties.source).toMatchObject({ name: 'OpenStreetMap', licence: 'ODbL 1.0' })
})

test('exports all saved spots, latest first, and an empty list', async ({ app, ben }) => {
  const made: string[] = []
  for (let n = 0; n < 45; n++) {
    const id = await aSpotRow(app.db, ben.user_id, `Spot ${n}`)
    made.push(id)
    await ben.saveSpot(id)
  }
  const { body } = await ben.send('GET', '/api/saved/spots/export/geojson')
  expect(JSON.parse(body).features.map(({ id }: { id: string }) => id)).toEqual(made.toReversed())
  const { id } = await ben.addList({ name: '山' })
  const empty = await ben.send('GET', `/api/lists/${id}/export/kml`)
  expect(XMLValidator.validate(empty.body)).toBe(true)
  expect(empty.headers['content-disposition']).toContain('filename="spots.kml"')
})
