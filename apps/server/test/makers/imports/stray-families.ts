import { type Family, placeAt, quote, toKmz } from './import-families.ts'

type Point = { latitude: number; longitude: number }
/** The text of a record's position, and what the import should do with it. A `doubted` position is correct, too. */
type Stray = { text: string; result: 'read' | 'doubted' | 'refused' }
type Pair = readonly [x: string, y: string]
/** Writes the corners of a square, some of them with stray characters. */
type Style = (corners: readonly Pair[]) => string

function makeSquare({ latitude, longitude }: Point): Pair[] {
  return [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
    [-1, -1],
  ].map(([x = 0, y = 0]) => [(longitude + x / 1_000).toFixed(4), (latitude + y / 1_000).toFixed(4)])
}

/** Writes every corner the same way. */
function forEach(write: (pair: Pair) => string, mark: string): Style {
  return (corners) => corners.map(write).join(mark)
}

/** Writes a damaged copy of the second corner, among the undamaged corners. */
function forOne(write: (pair: Pair) => string, damage: (pair: Pair) => string, mark: string): Style {
  return ([first, second, ...others]) =>
    [first, second, second, ...others]
      .map((pair, at) => (pair ? (at === 1 ? damage : write)(pair) : ''))
      .join(mark)
}

type Styles = Record<Stray['result'], Style[]>

function kmlCorner([x, y]: Pair) {
  return `${x},${y},0`
}

const KML: Styles = {
  read: [
    forEach(([x, y]) => `${x}, ${y},0`, ' '),
    forEach(([x, y]) => `,${x},${y},0`, ' '),
    forEach(([x, y]) => `${x},${y},0,`, ' '),
    forEach(([x, y]) => `${x},${y},`, '\n\n'),
    forEach(([x, y]) => `${x}, ${y}`, '\r\n'),
    forOne(kmlCorner, ([x, y]) => `${x}, ${y},0`, ' '),
    forOne(kmlCorner, ([x, y]) => `,${x},${y},0`, ' '),
  ],
  doubted: [
    forOne(kmlCorner, ([x]) => `${x},,0`, ' '),
    forOne(kmlCorner, ([x, y]) => `${x} ${y},0`, ' '),
    forOne(kmlCorner, ([x]) => `${x},x,0`, ' '),
    forOne(kmlCorner, ([x, y]) => `${x};${y};0`, ' '),
  ],
  refused: [
    forEach(([x]) => `${x},,0`, ' '),
    forEach(([x, y]) => `${x} ${y}`, ' '),
    forEach(() => ',,', ' '),
    // The height may also be the next corner's longitude.
    forEach(([x, y]) => `${x} ,${y} ,0`, ' '),
    forEach(([x, y]) => `${x} , ${y} , 0`, '\n'),
    forEach(([x, y]) => `${x},\t${y},\t0`, '\t'),
    forEach(([x, y]) => `${x.replace('.', ',')},${y.replace('.', ',')}`, ' '),
  ],
}

function wktCorner([x, y]: Pair) {
  return `${x} ${y}`
}

function toWkt(style: Style, [before, after] = ['POLYGON ((', '))']): Style {
  return (corners) => `${before}${style(corners)}${after}`
}

const WKT: Styles = {
  read: [
    toWkt(forEach(([x, y]) => `${x}   ${y}`, ' , ')),
    toWkt(forEach(([x, y]) => `${x}\t${y}`, ',\n')),
    toWkt(forEach(([x, y]) => ` ${x} ${y} `, ',')),
    toWkt(forEach(wktCorner, ','), [' polygon( (', ') ) ']),
    toWkt(forEach(wktCorner, ','), ['POLYGON((', ',))']),
    toWkt(forEach(wktCorner, ',,')),
  ],
  doubted: [
    toWkt(forOne(wktCorner, ([, y]) => ` ${y}`, ',')),
    toWkt(forOne(wktCorner, ([x, y]) => `${x}, ${y}`, ',')),
    toWkt(forOne(wktCorner, ([x]) => `${x} x`, ',')),
  ],
  refused: [
    toWkt(forEach(([, y]) => ` ${y}`, ',')),
    toWkt(forEach(([x, y]) => `${x},${y}`, ',')),
    toWkt(forEach(wktCorner, ','), ['POLYGON ((', '']),
  ],
}

function jsonCorner([x, y]: Pair) {
  return `[${Number(x)}, ${Number(y)}]`
}

function toJson(style: Style): Style {
  return (corners) => `{"type": "Polygon", "coordinates": [[${style(corners)}]]}`
}

const JSON_TEXT: Styles = {
  read: [
    toJson(forEach(([x, y]) => `[ ${Number(x)} ,\t${Number(y)}, null]`, ',\n')),
    toJson(forEach(([x, y]) => `[" ${x}", "${y} "]`, ',')),
    toJson(forEach(([x, y]) => `[${Number(x)}, ${Number(y)}, ""]`, ',')),
  ],
  doubted: [
    toJson(forOne(jsonCorner, ([x]) => `[${Number(x)}, ""]`, ',')),
    toJson(forOne(jsonCorner, ([x]) => `[${Number(x)}, " "]`, ',')),
    toJson(forOne(jsonCorner, ([, y]) => `[null, ${Number(y)}]`, ',')),
    toJson(forOne(jsonCorner, ([x]) => `[${Number(x)}]`, ',')),
    toJson(forOne(jsonCorner, () => '[]', ',')),
    toJson(forOne(jsonCorner, () => '""', ',')),
    toJson(forOne(jsonCorner, ([x, y]) => `"${x},${y}"`, ',')),
  ],
  refused: [
    toJson(forEach(([x]) => `[${Number(x)}, ""]`, ',')),
    toJson(forEach(() => 'null', ',')),
    toJson(forEach(([x, y]) => `["${x.replace('.', ',')}", "${y.replace('.', ',')}"]`, ',')),
  ],
}

/** Writes one position, latitude first. */
function at(write: (latitude: string, longitude: string) => string): Style {
  return ([first, , third]) => {
    const middle = (axis: 0 | 1) => ((Number(first?.[axis]) + Number(third?.[axis])) / 2).toFixed(4)
    return write(middle(1), middle(0))
  }
}

const POSITION: Styles = {
  read: [
    at((lat, lng) => ` ${lat} , ${lng} `),
    at((lat, lng) => `${lat},\u00a0 ${lng}`),
    at((lat, lng) => `${lat},${lng},`),
    at((lat, lng) => `( ${lat}, ${lng} )`),
    at((lat, lng) => `${lat}\n${lng}`),
  ],
  doubted: [],
  refused: [
    at((lat) => `${lat},`),
    at((_, lng) => `, ${lng}`),
    at((lat) => `${lat}, ${lat.replace('.', ',')},1`),
    at((_, lng) => `;${lng}`),
  ],
}
/** Two columns or attributes, separated by a bar. */
const COLUMNS: Styles = {
  read: [
    at((lat, lng) => `  ${lat}| ${lng} `),
    at((lat, lng) => `${lat},|${lng},`),
    at((lat, lng) => `${lat}\u00a0|\t${lng}`),
  ],
  doubted: [],
  refused: [
    at((lat) => `${lat}|`),
    at((lat) => `${lat}|,`),
    at((_, lng) => `,|${lng}`),
    at((lat, lng) => `,${lat}|,${lng}`),
    at((lat, lng) => `${lat.replace('.', '. ')} 1|${lng}`),
    at((lat, lng) => `${lat}.|${lng}..0`),
  ],
}

type Writer = { styles: Styles; write: (strays: readonly string[]) => Family['content'] }

function toKml(strays: readonly string[]): string {
  return `<kml>${strays
    .map(
      (text, n) =>
        `<Placemark><name>Park ${n}</name><Polygon><outerBoundaryIs><LinearRing><coordinates>${text}</coordinates></LinearRing></outerBoundaryIs></Polygon></Placemark>`,
    )
    .join('')}</kml>`
}

function toFeatures(strays: readonly string[]): string[] {
  return strays.map(
    (text, n) =>
      `{"type":"Feature","properties":{"name":"Park ${n}"},"geometry":${text.replaceAll(/\s*\n/g, '')}}`,
  )
}

function toTable(head: string, mark: string) {
  return (strays: readonly string[]): string =>
    [
      `name${mark}${head}`,
      ...strays.map((text, n) => [`Park ${n}`, ...text.split('|')].map(quote).join(mark)),
    ].join('\n')
}

function toGpx(strays: readonly string[]): string {
  return `<gpx>${strays
    .map((text, n) => {
      const [lat, lon] = text.split('|')
      return `<wpt lat="${lat}" lon="${lon}"><name>Park ${n}</name></wpt>`
    })
    .join('')}</gpx>`
}

const WRITERS: Record<string, Writer> = {
  'a.kml': { styles: KML, write: toKml },
  'a.kmz': { styles: KML, write: (strays) => toKmz(toKml(strays)) },
  'a.geojson': {
    styles: JSON_TEXT,
    write: (strays) => `{"type":"FeatureCollection","features":[${toFeatures(strays).join()}]}`,
  },
  'a.geojsonl': { styles: JSON_TEXT, write: (strays) => toFeatures(strays).join('\n') },
  'json.csv': { styles: JSON_TEXT, write: toTable('geometry', ';') },
  'wkt.csv': { styles: WKT, write: toTable('wkt', ',') },
  'wkt.tsv': { styles: WKT, write: toTable('WKT', '\t') },
  'position.csv': { styles: POSITION, write: toTable('coordinates', ';') },
  'columns.csv': { styles: COLUMNS, write: toTable('lat;lng', ';') },
  'columns.tsv': { styles: COLUMNS, write: toTable('lat\tlng', '\t') },
  'a.gpx': { styles: COLUMNS, write: toGpx },
}

const RESULTS = ['read', 'doubted', 'refused'] as const

/** A2: makes files with stray blanks and commas in positions, in each format. */
export function makeStrays(): Family[] {
  return Object.entries(WRITERS).map(([file, { styles, write }], family): Family => {
    const places = RESULTS.flatMap((result) => styles[result].map((style) => ({ result, style }))).map(
      ({ result, style }, n) => {
        const place = placeAt(700 + family, n)
        return { result, name: `Park ${n}`, text: style(makeSquare(place)), ...place }
      },
    )
    return {
      kind: 'A2 stray blanks and commas',
      file,
      content: write(places.map(({ text }) => text)),
      expected: places
        .filter(({ result }) => result !== 'refused')
        .map(({ name, latitude, longitude }) => ({ name, latitude, longitude })),
      refused: styles.refused.length,
      doubted: styles.doubted.length,
    }
  })
}
