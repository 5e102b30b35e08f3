import { type Family, toKmz } from './import-families.ts'

// A9: files in meters or in another coordinate system. Points near Barcelona.

const X = 430_944.6
const Y = 4_581_714.9
const SYSTEMS = ['EPSG:25831', 'EPSG:3857', 'EPSG:27700', 'EPSG:2154'] as const

function toRows<T>(write: (n: number) => T): T[] {
  return [0, 1, 2].map(write)
}

function toCode(system: string): string {
  return system.slice('EPSG:'.length)
}

/** A reason and a command that names the file's system. */
function sayCommand(what: string, from = ''): RegExp {
  return new RegExp(
    `its coordinates(?: are|, like) ${what}[\\s\\S]*\\n +ogr2ogr -f GeoJSON -t_srs EPSG:4326 converted\\.geojson \\S+${from}`,
  )
}

function toFeature(n: number, more: object = {}) {
  return {
    type: 'Feature',
    properties: { name: `Park ${n}`, ...more },
    geometry: { type: 'Point', coordinates: [X + n * 1_000, Y] },
  }
}

function toCollection(more: object): string {
  return JSON.stringify({ type: 'FeatureCollection', ...more, features: toRows((n) => toFeature(n)) })
}

function toKml(): string {
  return `<kml>${toRows((n) => `<Placemark><name>Park ${n}</name><Point><coordinates>${X + n * 1_000},${Y},0</coordinates></Point></Placemark>`).join('')}</kml>`
}

/** Files that name their system. */
const NAMED: Record<string, (system: string) => string> = {
  'urn.geojson': (system) =>
    toCollection({ crs: { type: 'name', properties: { name: `urn:ogc:def:crs:EPSG::${toCode(system)}` } } }),
  'name.geojson': (system) => toCollection({ crs: { type: 'name', properties: { name: system } } }),
  'esri.geojson': (system) => toCollection({ spatialReference: { wkid: Number(toCode(system)) } }),
  'a.geojsonl': (system) =>
    toRows((n) =>
      JSON.stringify({ ...toFeature(n), crs: { type: 'name', properties: { name: system } } }),
    ).join('\n'),
  'ewkt.csv': (system) =>
    ['name;geom', ...toRows((n) => `Park ${n};SRID=${toCode(system)};POINT(${X + n * 1_000} ${Y})`)]
      .join('\n')
      .replaceAll(/(?<=\d;)SRID=[^\n]*/g, '"$&"'),
  'srid.csv': (system) =>
    ['name,x,y,srid', ...toRows((n) => `Park ${n},${X + n * 1_000},${Y},${toCode(system)}`)].join('\n'),
  'crs.tsv': (system) =>
    ['name\tEast\twkt\tCRS', ...toRows((n) => `Park ${n}\t1\tPOINT(${X + n * 1_000} ${Y})\t${system}`)].join(
      '\n',
    ),
}

/** Files with numbers that can't be degrees. */
const UNNAMED: Record<string, Family['content']> = {
  'meters.geojson': toCollection({}),
  'meters.geojsonl': toRows((n) => JSON.stringify(toFeature(n))).join('\n'),
  'meters.csv': ['name,X,Y', ...toRows((n) => `Park ${n},${X + n * 1_000},${Y}`)].join('\n'),
  'comma.csv': [
    'name;X;Y',
    ...toRows((n) => `Park ${n};${String(X + n).replace('.', ',')};${String(Y).replace('.', ',')}`),
  ].join('\n'),
  'position.tsv': ['name\tcoordinates', ...toRows((n) => `Park ${n}\t${X + n}, ${Y}`)].join('\n'),
  'wkt.csv': ['name;wkt', ...toRows((n) => `Park ${n};POINT (${X + n} ${Y})`)].join('\n'),
  'meters.kml': toKml(),
  'meters.kmz': toKmz(toKml()),
}

/** Makes files in another coordinate system, each with the refusal that the import should give. */
export function makeOtherSystems(): Family[] {
  const kind = 'A9 other coordinate systems'
  const named = Object.entries(NAMED).flatMap(([file, write]) =>
    SYSTEMS.map((system) => ({
      kind,
      file: `${toCode(system)}-${file}`,
      content: write(system),
      expected: [],
      says: sayCommand(system),
    })),
  )
  const unnamed = Object.entries(UNNAMED).map(([file, content]) => ({
    kind,
    file,
    content,
    expected: [],
    says: sayCommand('4\\d{5}', ' -s_srs EPSG:CODE'),
  }))
  return [...named, ...unnamed]
}
