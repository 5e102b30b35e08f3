import { escape, type Family, placeAt, quote, toKmz } from './import-families.ts'

type Point = { latitude: number; longitude: number }
/** A record's position as text in one field. */
type Typed = { name: string; text: string }
type Writer = (records: readonly Typed[]) => Family['content']

function toFeature(column: string, { name, text }: Typed, geometry: object | null = null) {
  return {
    type: 'Feature',
    properties: { name, [column]: text },
    geometry,
  }
}

function toTable(column: string, mark: string): Writer {
  return (records) =>
    [`name${mark}${column}`, ...records.map(({ name, text }) => `${quote(name)}${mark}${quote(text)}`)].join(
      '\n',
    )
}

function toKml(column: string, records: readonly Typed[]): string {
  return `<kml>${records
    .map(
      ({ name, text }) =>
        `<Placemark><name>${name}</name><ExtendedData><Data name="${column}"><value>${escape(text)}</value></Data></ExtendedData></Placemark>`,
    )
    .join('')}</kml>`
}

const NOWHERE = { type: 'Point', coordinates: [0, 0] }

/** Formats that can hold a position as text in a field. */
function makeFormats(column: string): Record<string, Writer> {
  return {
    'a.csv': toTable(column, ','),
    'semicolon.csv': toTable(column, ';'),
    'a.tsv': toTable(column, '\t'),
    'a.geojson': (records) =>
      JSON.stringify({
        type: 'FeatureCollection',
        features: records.map((record) => toFeature(column, record)),
      }),
    // Programs write 0,0 for a missing position.
    'zero.geojson': (records) =>
      JSON.stringify({
        type: 'FeatureCollection',
        features: records.map((record) => toFeature(column, record, NOWHERE)),
      }),
    'a.geojsonl': (records) => records.map((record) => JSON.stringify(toFeature(column, record))).join('\n'),
    'a.kml': (records) => toKml(column, records),
    'a.kmz': (records) => toKmz(toKml(column, records)),
    'a.gpx': (records) =>
      `<gpx>${records
        .map(
          ({ name, text }) =>
            `<wpt lat="0" lon="0"><name>${name}</name><extensions><x:${column}>${escape(text)}</x:${column}></extensions></wpt>`,
        )
        .join('')}</gpx>`,
  }
}

function toComma(degrees: number): string {
  return String(degrees).replace('.', ',')
}

function toWide(text: string): string {
  return text.replaceAll(/[\d.,-]/g, (char) => String.fromCodePoint((char.codePointAt(0) ?? 0) + 0xfee0))
}

type Sides = readonly [positive: string, negative: string]
const NORTH: Sides = ['N', 'S']
const EAST: Sides = ['E', 'W']

function findSide(degrees: number, [positive, negative]: Sides): string {
  return degrees < 0 ? negative : positive
}

/** Writes degrees, minutes, and seconds, or only minutes with decimals. */
function toSeconds(degrees: number, sides: Sides): string {
  const seconds = Math.round(Math.abs(degrees) * 360_000) / 100
  const whole = Math.floor(seconds / 3_600)
  const minutes = Math.floor((seconds % 3_600) / 60)
  return `${whole}°${minutes}'${(seconds % 60).toFixed(2)}"${findSide(degrees, sides)}`
}

function toMinutes(degrees: number, sides: Sides): string {
  const minutes = Math.round(Math.abs(degrees) * 600_000) / 10_000
  return `${findSide(degrees, sides)} ${Math.floor(minutes / 60)} ${(minutes % 60).toFixed(4)}`
}

function toAfter(degrees: number, sides: Sides): string {
  return `${Math.abs(degrees)}${findSide(degrees, sides)}`
}

function toBefore(degrees: number, sides: Sides): string {
  return `${findSide(degrees, sides)} ${Math.abs(degrees)}`
}

/** The forms of one axis. */
const AXIS_FORMS: ((degrees: number, sides: Sides) => string)[] = [
  (degrees) => String(degrees),
  (degrees) => toComma(degrees),
  (degrees) => String(degrees).replace('-', '\u2212'),
  (degrees) => `${degrees}°`,
  (degrees) => `${toComma(degrees)}°`,
  toSeconds,
  (degrees, sides) => toSeconds(degrees, sides).replaceAll("'", '′').replaceAll('"', '″'),
  toMinutes,
  toAfter,
  toBefore,
  (degrees, sides) => `${toComma(Math.abs(degrees))} ${findSide(degrees, sides)}`,
]

/** A11: forms in which people write a position. */
const FORMS: ((at: Point) => string)[] = [
  ...AXIS_FORMS.map(
    (write) =>
      ({ latitude, longitude }: Point) =>
        `${write(latitude, NORTH)}; ${write(longitude, EAST)}`,
  ),
  ({ latitude, longitude }) => `${latitude}, ${longitude}`,
  ({ latitude, longitude }) => `${latitude},${longitude}`,
  ({ latitude, longitude }) => `${latitude} ${longitude}`,
  ({ latitude, longitude }) => `${latitude}/${longitude}`,
  ({ latitude, longitude }) => `(${latitude}, ${longitude})`,
  ({ latitude, longitude }) => `[${latitude}, ${longitude}]`,
  ({ latitude, longitude }) => `${toComma(latitude)}, ${toComma(longitude)}`,
  ({ latitude, longitude }) => `${toComma(latitude)} ${toComma(longitude)}`,
  ({ latitude, longitude }) => `${toSeconds(latitude, NORTH)} ${toSeconds(longitude, EAST)}`,
  ({ latitude, longitude }) => `${toMinutes(latitude, NORTH)} ${toMinutes(longitude, EAST)}`,
  ({ latitude, longitude }) => `${toAfter(latitude, NORTH)} ${toAfter(longitude, EAST)}`,
  // Letters say which number is which, so the longitude may come first.
  ({ latitude, longitude }) => `${toBefore(longitude, EAST)}, ${toBefore(latitude, NORTH)}`,
  ({ latitude, longitude }) => `lat: ${latitude} lng: ${longitude}`,
  ({ latitude, longitude }) => `Breite ${toComma(latitude)} Länge ${toComma(longitude)}`,
  ({ latitude, longitude }) => `緯度 ${latitude} 経度 ${longitude}`,
  ({ latitude, longitude }) => `GPS: ${latitude}, ${longitude}`,
  ({ latitude, longitude }) => toWide(`${latitude}，${longitude}`),
  ({ latitude, longitude }) => `geo:${latitude},${longitude}`,
  ({ latitude, longitude }) => `POINT(${longitude} ${latitude})`,
  ({ latitude, longitude }) => JSON.stringify({ type: 'Point', coordinates: [longitude, latitude] }),
]

/** A12: links of map services. */
const LINKS: ((at: Point) => string)[] = [
  ({ latitude, longitude }) => `https://www.google.com/maps/@${latitude},${longitude},17z`,
  ({ latitude, longitude }) => `https://maps.google.com/?q=${latitude},${longitude}`,
  ({ latitude, longitude }) =>
    `https://www.google.de/maps/place/Park/@1.5,2.5,17z/data=!3m1!4b1!4m5!3m4!8m2!3d${latitude}!4d${longitude}`,
  ({ latitude, longitude }) =>
    `https://www.google.com/maps/search/?api=1&query=${latitude}%2C${longitude}&hl=ja`,
  ({ latitude, longitude }) => `https://www.google.com/maps/dir/1.5,2.5/${latitude},${longitude}/`,
  ({ latitude, longitude }) => `https://maps.apple.com/?ll=${latitude},${longitude}&q=Park`,
  ({ latitude, longitude }) => `https://maps.apple.com/place?coordinate=${latitude},${longitude}&name=Park`,
  ({ latitude, longitude }) =>
    `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=17/1.5/2.5`,
  ({ latitude, longitude }) => `https://www.openstreetmap.org/#map=17/${latitude}/${longitude}`,
  ({ latitude, longitude }) => `https://yandex.ru/maps/?ll=${longitude},${latitude}&z=17`,
  ({ latitude, longitude }) => `https://yandex.com/maps/?pt=${longitude},${latitude}&ll=2.5,1.5`,
  ({ latitude, longitude }) => `https://2gis.ru/moscow/geo/${longitude}%2C${latitude}`,
  ({ latitude, longitude }) => `https://www.bing.com/maps?cp=${latitude}~${longitude}&lvl=17`,
  ({ latitude, longitude }) => `https://waze.com/ul?ll=${latitude}%2C${longitude}&navigate=yes`,
  ({ latitude, longitude }) => `https://share.here.com/l/${latitude},${longitude},Park?z=17`,
  ({ latitude, longitude }) => `https://omaps.app/map?ll=${latitude},${longitude}`,
  ({ latitude, longitude }) => `https://osmand.net/map?pin=${latitude},${longitude}#17/1.5/2.5`,
  ({ latitude, longitude }) => `https://mapy.cz/zakladni?x=${longitude}&y=${latitude}&z=17`,
  ({ latitude, longitude }) =>
    `https://mapy.com/en/zakladni?source=coor&id=${longitude}%2C${latitude}&x=2.5&y=1.5`,
  ({ latitude, longitude }) => `geo:${latitude},${longitude}?q=${latitude},${longitude}(Park)`,
  ({ latitude, longitude }) => `maps.google.com/maps?q=loc:${latitude},${longitude}`,
]

type Kind = {
  kind: string
  column: string
  writes: readonly ((at: Point) => string)[]
}
const KINDS: Kind[] = [
  { kind: 'A11 forms that people write', column: 'coordinates', writes: FORMS },
  { kind: 'A12 map links', column: 'link', writes: LINKS },
  { kind: 'A12 map links in any field', column: 'Where', writes: LINKS },
]

/** Makes files with positions as text in one field: each form in each format. */
export function makeTyped(): Family[] {
  let count = 800
  return KINDS.flatMap(({ kind, column, writes }) =>
    Object.entries(makeFormats(column)).map(([file, write]): Family => {
      count += 1
      const records = writes.map((form, n) => {
        const at = placeAt(count, n)
        return { name: `Park ${n}`, text: form(at), ...at }
      })
      const expected = records.map(({ name, latitude, longitude }) => ({ name, latitude, longitude }))
      return { kind, file, content: write(records), expected }
    }),
  )
}

/** A11: makes files with each axis in a separate column or attribute. */
export function makeTypedAxes(): Family[] {
  const formats: Record<string, (rows: readonly (readonly string[])[]) => string> = {
    'columns.csv': (rows) => ['name,Lat,Lng', ...rows.map((row) => row.map(quote).join(','))].join('\n'),
    'columns.tsv': (rows) => ['名前\t緯度\t経度', ...rows.map((row) => row.map(quote).join('\t'))].join('\n'),
    'columns.geojson': (rows) =>
      JSON.stringify({
        type: 'FeatureCollection',
        features: rows.map(([name, latitude, longitude]) => ({
          type: 'Feature',
          properties: { name, latitude, longitude },
          geometry: null,
        })),
      }),
    'attributes.gpx': (rows) =>
      `<gpx>${rows
        .map(
          ([name, lat = '', lon = '']) =>
            `<wpt lat="${escape(lat)}" lon="${escape(lon)}"><name>${name}</name></wpt>`,
        )
        .join('')}</gpx>`,
  }
  return Object.entries(formats).map(([file, write], family): Family => {
    const places = AXIS_FORMS.map((form, n) => ({ form, name: `Park ${n}`, ...placeAt(880 + family, n) }))
    return {
      kind: 'A11 forms of each axis',
      file,
      content: write(
        places.map(({ form, name, latitude, longitude }) => [
          name,
          form(latitude, NORTH),
          form(longitude, EAST),
        ]),
      ),
      expected: places.map(({ name, latitude, longitude }) => ({ name, latitude, longitude })),
    }
  })
}
