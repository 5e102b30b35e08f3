import { writeExtract } from '../street-files.ts'
import { writeZip } from '../zip-files.ts'

/** A spot that should be on the map after an import. */
export type Expected = { name: string; latitude: number; longitude: number; description?: string | null }
/** A generated file with one kind of error in one format, and the spots it contains. */
export type Family = {
  kind: string
  file: string
  content: string | ((path: string) => void | Promise<void>)
  expected: Expected[]
  /** Number of records that the import should refuse, and of lines that it should skip. */
  refused?: number
  lines?: number
  /** Number of spots that a person should check. */
  doubted?: number
  /** Matches the reason why the file has no records. */
  says?: RegExp
}

/** A record as a person thinks of it: fields with any names, and a place. */
type Sheet = { fields: Record<string, unknown>; at: { latitude: number; longitude: number } }

/** Escapes text for XML. */
export function escape(text: unknown): string {
  return String(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Quotes a value for a table. */
export function quote(value: unknown): string {
  return `"${String(value).replaceAll('"', '""')}"`
}

function flatten(fields: Record<string, unknown>, before = ''): [string, unknown][] {
  return Object.entries(fields).flatMap(([name, value]): [string, unknown][] =>
    typeof value === 'object' && value !== null
      ? flatten(value as Record<string, unknown>, `${before}${name}.`)
      : [[before + name, value]],
  )
}

function toFeature({ fields, at }: Sheet): object {
  return {
    type: 'Feature',
    properties: fields,
    geometry: { type: 'Point', coordinates: [at.longitude, at.latitude] },
  }
}

function toTable(sheets: readonly Sheet[], mark: string): string {
  const rows = sheets.map(
    ({ fields, at }) => [...flatten(fields), ['Lat', at.latitude], ['Lon', at.longitude]] as const,
  )
  const head = (rows[0] ?? []).map(([name]) => quote(name)).join(mark)
  return [head, ...rows.map((row) => row.map(([, value]) => quote(value)).join(mark))].join('\n')
}

function toKml(sheets: readonly Sheet[]): string {
  return `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${sheets
    .map(({ fields, at }) => {
      const data = flatten(fields).map(
        ([name, value]) => `<Data name="${escape(name)}"><value>${escape(value)}</value></Data>`,
      )
      return `<Placemark><ExtendedData>${data.join('')}</ExtendedData><Point><coordinates>${at.longitude},${at.latitude},0</coordinates></Point></Placemark>`
    })
    .join('')}</Document></kml>`
}

function toSchemaKml(sheets: readonly Sheet[]): string {
  return toKml(sheets)
    .replaceAll('<ExtendedData>', '<ExtendedData><SchemaData schemaUrl="#s">')
    .replaceAll('</ExtendedData>', '</SchemaData></ExtendedData>')
    .replaceAll('<Data ', '<SimpleData ')
    .replaceAll('</value></Data>', '</SimpleData>')
    .replaceAll('<value>', '')
}

function toGpx(sheets: readonly Sheet[]): string {
  return `<gpx version="1.1">${sheets
    .map(({ fields, at }) => {
      const texts = flatten(fields).map(([name, value]) => {
        const element = name.normalize('NFC').replaceAll(/[^\p{L}\p{N}]+/gu, '_')
        return `<x:${element}>${escape(value)}</x:${element}>`
      })
      return `<wpt lat="${at.latitude}" lon="${at.longitude}"><extensions>${texts.join('')}</extensions></wpt>`
    })
    .join('')}</gpx>`
}

/** Writes a KML document as KMZ. */
export function toKmz(kml: string) {
  return (path: string): Promise<void> => writeZip(path, { 'doc.kml': kml })
}

/** The formats that can hold records with custom field names. */
const FORMATS: Record<string, (sheets: readonly Sheet[]) => Family['content']> = {
  'a.geojson': (sheets) => JSON.stringify({ type: 'FeatureCollection', features: sheets.map(toFeature) }),
  'a.geojsonl': (sheets) => sheets.map((sheet) => JSON.stringify(toFeature(sheet))).join('\n'),
  'a.csv': (sheets) => toTable(sheets, ','),
  'semicolon.csv': (sheets) => toTable(sheets, ';'),
  'a.tsv': (sheets) => toTable(sheets, '\t'),
  'a.kml': toKml,
  'a.kmz': (sheets) => toKmz(toKml(sheets)),
  'schema.kml': toSchemaKml,
  'schema.kmz': (sheets) => toKmz(toSchemaKml(sheets)),
  'a.gpx': toGpx,
}

const NAMES = ['name', 'NAME', 'Title', 'Spot Name', 'spot-name', 'Nombre', 'Nom', 'TITEL']
const DESCRIPTIONS = [
  'description',
  'Description',
  'NOTES',
  'Comment',
  'Descripción',
  'Beschreibung',
  'desc',
  'Note',
]

/** Returns a place far from all others: 1 km apart within a family, 30 km between families. */
export function placeAt(family: number, n: number) {
  return {
    latitude: Number((-50 + (family % 300) * 0.3).toFixed(4)),
    longitude: Number((-30 + Math.floor(family / 300) * 0.5 + n * 0.02).toFixed(4)),
  }
}

type Kind = (
  n: number,
  at: { latitude: number; longitude: number },
) => { fields: Record<string, unknown>; expected: Partial<Expected> }

const KINDS: Record<string, Kind> = {
  'A5 names in any case and language': (n) => ({
    fields: { [NAMES[n] ?? 'name']: `Park ${n}`, [DESCRIPTIONS[n] ?? 'note']: `About ${n}`, phone: '123' },
    expected: { name: `Park ${n}`, description: `About ${n}` },
  }),
  'A7 HTML with links, lists and entities': (n) => ({
    fields: {
      name: `Park ${n}`,
      notes: `<b>Good</b> &amp;amp; <a href="https://x.example/?a=1&amp;b=${n}">page</a><ul><li>one</li></ul>`,
    },
    expected: { name: `Park ${n}`, description: `Good &amp; page (https://x.example/?a=1&b=${n})\n- one` },
  }),
  'A7 text that only looks like HTML': (n) => ({
    fields: { name: `Park < B & ${n}`, notes: `I <3 it, ${n} < 9, <me@x.example>, &amp; and &lt;b&gt;` },
    expected: {
      name: `Park < B & ${n}`,
      description: `I <3 it, ${n} < 9, <me@x.example>, &amp; and &lt;b&gt;`,
    },
  }),
  'A8 names and addresses in nests': (n) => ({
    fields: {
      properties: { id: n },
      Location: { 'Business Name': `Park ${n}`, Address: `Way ${n}`, Notes: `Deep ${n}` },
    },
    expected: { name: `Park ${n}`, description: `Deep ${n}` },
  }),
}

/** Makes files with custom field names: each kind of error in each format. XML names can't have spaces or dots. */
export function makeSheets(): Family[] {
  const families: Family[] = []
  for (const [kind, make] of Object.entries(KINDS))
    for (const [file, write] of Object.entries(FORMATS)) {
      if (file.endsWith('.gpx') && kind.startsWith('A8')) continue
      const sheets = Array.from({ length: NAMES.length }, (_, n) => {
        const at = placeAt(families.length, n)
        const { fields, expected } = make(n, at)
        return { fields, at, expected: { name: '', ...at, ...expected } }
      })
      // A table has one set of columns, so each record gets its own file.
      const isTable = /[ct]sv$/.test(file)
      const parts = isTable ? sheets.map((sheet) => [sheet]) : [sheets]
      for (const [part, some] of parts.entries())
        families.push({
          kind,
          file: isTable ? `${part}-${file}` : file,
          content: write(some),
          expected: some.map(({ expected }) => expected),
        })
    }
  return families
}

/** Makes files without a record, each with the reason the import should give. */
export function makeEmptyFiles(): Family[] {
  const files: [file: string, content: Family['content'], says: RegExp][] = [
    ['a.geojson', '{"type":"FeatureCollection","features":[]}', /^no features$/],
    ['a.geojsonl', '\n\n', /^it is empty$/],
    ['a.csv', 'name,lat,lon\n', /^no rows below its header$/],
    ['a.tsv', '', /^it is empty$/],
    ['a.kml', '<kml><Document><Folder/></Document></kml>', /^no placemarks$/],
    [
      'links.kml',
      '<kml><Document><NetworkLink><Link><href>https://x.example/a.kml</href></Link></NetworkLink></Document></kml>',
      /^no placemarks; it has 1 link to other files, which were not followed$/,
    ],
    ['a.kmz', toKmz('<kml><Document/></kml>'), /^no placemarks$/],
    [
      'linked.kmz',
      toKmz(
        '<kml><NetworkLink><Link><href>lists/parks.kml</href></Link></NetworkLink><NetworkLink><Link><href>b.kml</href></Link></NetworkLink></kml>',
      ),
      /^no placemarks; it has 2 links to other files, which were not followed$/,
    ],
    ['a.gpx', '<gpx/>', /^no waypoints$/],
    ['route.gpx', '<gpx><rte><rtept lat="1" lon="2"/></rte></gpx>', /^no waypoints; it has 1 route$/],
    ['tracks.gpx', '<gpx><rte/><trk/><trk/></gpx>', /^no waypoints; it has 1 route and 2 tracks$/],
    [
      'a.osm.pbf',
      (path) =>
        writeExtract(path, {
          nodes: [{ id: 1, lon: 7, lat: 43, tags: { amenity: 'cafe' } }],
          ways: [],
          relations: [],
        }),
      /^no places to skate$/,
    ],
  ]
  return files.map(([file, content, says]) => ({ kind: 'A6 nothing', file, content, expected: [], says }))
}

/** Makes two files that use the same id for two places, in each format that has ids. */
export function makeSameIds(): [Family, Family][] {
  const formats = Object.entries(FORMATS).filter(([file]) => !file.endsWith('.gpx'))
  return formats.map(([file, write], index) => {
    const [a, b] = ['a', 'b'].map((city, n): Family => {
      const at = placeAt(250 + index, n)
      return {
        kind: 'A1 one id in two files',
        file: `city-${city}-${file}`,
        content: write([{ fields: { ID: 1, Name: `City ${city}` }, at }]),
        expected: [{ name: `City ${city}`, ...at }],
      }
    })
    return [a, b] as [Family, Family]
  })
}
