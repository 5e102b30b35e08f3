import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { writeZip } from '../../test/makers/zip-files.ts'
import { readRecords } from './read-records.ts'
import { validateRecord } from './validate-record.ts'

// Tests files as programs and open data portals export them, with the spots that they contain.

const folder = mkdtempSync(join(tmpdir(), 'nollie-exports-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Spot = {
  name?: string
  description?: string | null
  address?: string | null
  city?: string | null
  postal_code?: string | null
  latitude?: number
  longitude?: number
}

async function read(path: string) {
  const spots: Record<string, unknown>[] = []
  let why = ''
  const records = readRecords(path, undefined, (reason) => {
    why = reason
  })
  for await (const record of records) {
    if (record.isLine) continue
    const result = validateRecord(record, { source: 'Export', licence: 'CC0' })
    spots.push('refused' in result ? { name: result.refused } : result.spot)
  }
  return { spots, why }
}

function write(file: string, text: string): string {
  const path = join(folder, file)
  writeFileSync(path, text)
  return path
}

function lines(...rows: string[]): string {
  return rows.join('\r\n')
}

function collect(...features: object[]): string {
  return JSON.stringify({
    type: 'FeatureCollection',
    features: features.map((feature) => ({ type: 'Feature', geometry: null, ...feature })),
  })
}

const BERLIN = { latitude: 52.5, longitude: 13.4 }
const point = { type: 'Point', coordinates: [13.4, 52.5] }

const FIELD_NAMES: readonly (readonly [what: string, file: string, text: string, expected: Spot])[] = [
  [
    'a German spreadsheet',
    'anlagen.csv',
    lines(
      'lfd. Nr.;Name der Anlage;Straße;Haus-Nr.;PLZ;Ort;geogr. Breite;geogr. Länge;Bemerkung',
      '1;Skatepark Süd;Ringweg;12;10115;Berlin;52,5000;13,4000;"glatt; neu"',
    ),
    {
      name: 'Skatepark Süd',
      address: 'Ringweg 12',
      city: 'Berlin',
      postal_code: '10115',
      description: 'glatt; neu',
      ...BERLIN,
    },
  ],
  [
    'the Japanese standard for lists of facilities',
    'public_facility.csv',
    lines(
      '\uFEFF都道府県コード又は市区町村コード,NO,都道府県名,市区町村名,名称,名称_カナ,住所,方書,緯度,経度,電話番号,備考',
      '131130,0001,東京都,渋谷区,宮下スケートパーク,ミヤシタスケートパーク,東京都渋谷区神宮前6-20-10,,35.6618,139.7017,03-0000-0000,有料',
    ),
    {
      name: '宮下スケートパーク',
      address: '東京都渋谷区神宮前6-20-10',
      city: '渋谷区',
      description: '有料',
      latitude: 35.6618,
      longitude: 139.7017,
    },
  ],
  [
    'a table of ArcGIS Hub',
    'Skate_Parks.csv',
    lines(
      '\uFEFFX,Y,OBJECTID,FACILITYID,NAME,FULLADDR,MUNICIPALITY,ZIPCODE,DESCRIPT,GlobalID',
      '13.4,52.5,17,SP-3,North Skate Park,1 Field Street,Berlin,10115,Two bowls,{0F2A}',
    ),
    {
      name: 'North Skate Park',
      address: '1 Field Street',
      city: 'Berlin',
      postal_code: '10115',
      description: 'Two bowls',
      ...BERLIN,
    },
  ],
  [
    'a table of QGIS with the short names of a shapefile',
    'orte.csv',
    lines(
      'WKT,fid,bezeichnun,beschreibu,anschrift',
      '"POINT (13.4 52.5)",1,Skateplatz am See,Drei Rampen,Seeweg 4',
    ),
    { name: 'Skateplatz am See', description: 'Drei Rampen', address: 'Seeweg 4', ...BERLIN },
  ],
  [
    'the French register of sports facilities',
    'res.csv',
    lines(
      'equip_numero;inst_nom;inst_adresse;inst_cp;inst_com_nom;equip_nom;equip_x;equip_y;equip_obs',
      'E001;Complexe;3 rue du Stade;69001;Lyon;Skatepark de la Plaine;4.8300;45.7600;béton',
    ),
    {
      name: 'Skatepark de la Plaine',
      address: '3 rue du Stade',
      city: 'Lyon',
      postal_code: '69001',
      description: 'béton',
      latitude: 45.76,
      longitude: 4.83,
    },
  ],
  [
    'the open data of Madrid',
    'madrid.csv',
    lines(
      'PK;NOMBRE;DESCRIPCION-ENTIDAD;NOMBRE-VIA;NUM;LOCALIDAD;CODIGO-POSTAL;COORDENADA-X;COORDENADA-Y;LATITUD;LONGITUD',
      '7;Skatepark Río;Hormigón;Calle del Río;8;MADRID;28005;439000;4474000;40.4100;-3.7200',
    ),
    {
      name: 'Skatepark Río',
      description: 'Hormigón',
      address: 'Calle del Río 8',
      city: 'MADRID',
      latitude: 40.41,
      longitude: -3.72,
    },
  ],
]

test.for(FIELD_NAMES)('reads the field names of %s', async ([, file, text, expected]) => {
  expect((await read(write(file, text))).spots).toEqual([expect.objectContaining(expected)])
})

const NESTED: readonly (readonly [what: string, file: string, text: string, expected: Spot])[] = [
  [
    'a review in Google Takeout',
    'Reviews.json',
    collect({
      geometry: { type: 'Point', coordinates: [0, 0] },
      properties: {
        five_star_rating_published: 5,
        google_maps_url: 'http://maps.google.com/?q=52.5,13.4',
        location: { address: '1 Field Street', country_code: 'DE', name: 'Field Skatepark' },
      },
    }),
    { name: 'Field Skatepark', address: '1 Field Street', ...BERLIN },
  ],
  [
    'a place of Foursquare',
    'venues.geojson',
    collect({
      properties: {
        venue: {
          name: 'Field Skatepark',
          location: { address: '1 Field Street', lat: 52.5, lng: 13.4, city: 'Berlin' },
          categories: [{ name: 'Skate Park' }],
        },
      },
    }),
    { name: 'Field Skatepark', address: '1 Field Street', city: 'Berlin', ...BERLIN },
  ],
  [
    'an entry of a content management system',
    'spots.ndjson',
    JSON.stringify({
      type: 'Feature',
      properties: {
        id: 4,
        attributes: {
          title: 'Field Skatepark',
          createdBy: { name: 'Ada' },
          coordinates: { latitude: '52.5', longitude: '13.4' },
        },
      },
    }),
    { name: 'Field Skatepark', ...BERLIN },
  ],
  [
    'flattened GeoJSON in a table, with the longitude first',
    'flat.csv',
    lines(
      'type,properties.id,properties.name,geometry.type,geometry.coordinates',
      'Feature,1,Field Skatepark,Point,"[13.4, 52.5]"',
    ),
    { name: 'Field Skatepark', ...BERLIN },
  ],
  [
    'a flattened record of Airtable',
    'airtable.csv',
    lines(
      'id,fields.Spot Name,fields.Notes,fields.Location/lat,fields.Location/lng,fields.Created By.name',
      'rec1,Field Skatepark,Bring wax,52.5,13.4,Ada',
    ),
    { name: 'Field Skatepark', description: 'Bring wax', ...BERLIN },
  ],
  [
    'names joined by underscores',
    'joined.csv',
    lines('location_name,location_address,location_lat,location_lng', 'Field Skatepark,1 Way,52.5,13.4'),
    { name: 'Field Skatepark', address: '1 Way', ...BERLIN },
  ],
]

test.for(NESTED)('reads the nested fields of %s', async ([, file, text, expected]) => {
  expect((await read(write(file, text))).spots).toEqual([expect.objectContaining(expected)])
})

function placemark(inside: string): string {
  return `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><Placemark><name>Bowl</name>${inside}<Point><coordinates>13.4,52.5</coordinates></Point></Placemark></Document></kml>`
}

function waypoint(inside: string): string {
  return `<gpx version="1.1" creator="Garmin"><wpt lat="52.5" lon="13.4"><name>Bowl</name>${inside}</wpt></gpx>`
}

const HTML: readonly (readonly [what: string, file: string, text: string, description: string])[] = [
  [
    'a waypoint of Garmin',
    'garmin.gpx',
    waypoint('<cmt>&lt;p&gt;Two bowls &amp;amp; a rail&lt;br&gt;&lt;i&gt;Free&lt;/i&gt;&lt;/p&gt;</cmt>'),
    'Two bowls & a rail\nFree',
  ],
  [
    'the pop-up of ArcGIS',
    'arcgis.kml',
    placemark(
      '<description><![CDATA[<html xmlns:fo="x"><head><META http-equiv="Content-Type" content="text/html"></head><body style="margin:0"><table style="width:300px"><tr bgcolor="#9CBCE2"><td>Bowl</td></tr><tr><td>Surface</td><td>Concrete &lt; 5 years</td></tr></table></body></html>]]></description>',
    ),
    'Bowl\nSurface Concrete < 5 years',
  ],
  [
    'text pasted from Word',
    'word.geojson',
    collect({
      geometry: point,
      properties: {
        name: 'Bowl',
        notes:
          '<p class="MsoNormal"><span lang="DE" style="font-size:11.0pt">Gro&szlig;e Bowl<o:p></o:p></span></p><p>Don&rsquo;t park&nbsp;here</p>',
      },
    }),
    'Große Bowl\n\nDon’t park here',
  ],
  [
    'the markup of uMap',
    'umap.geojson',
    collect({
      geometry: point,
      properties: {
        name: 'Bowl',
        description: '**Smooth** [[https://x.example/?a=1&b=2|page]] 5 < 6 {{https://x.example/a.jpg}}',
      },
    }),
    '**Smooth** [[https://x.example/?a=1&b=2|page]] 5 < 6 {{https://x.example/a.jpg}}',
  ],
  [
    'a favorite of OsmAnd',
    'favorites.gpx',
    waypoint(
      '<desc>Wax &amp; stones\nask for "Tom" &lt;tom@x.example&gt;</desc><extensions><osmand:icon>skate</osmand:icon></extensions>',
    ),
    'Wax & stones\nask for "Tom" <tom@x.example>',
  ],
  [
    'a bookmark of Organic Maps',
    'bookmarks.kml',
    placemark(
      '<description>Rails &amp;amp; ledges &lt;a href="https://x.example/1"&gt;more&lt;/a&gt;</description><TimeStamp><when>2026-11-28T10:00:00Z</when></TimeStamp>',
    ),
    'Rails & ledges more (https://x.example/1)',
  ],
]

test.for(HTML)('reads the description of %s', async ([, file, text, description]) => {
  expect((await read(write(file, text))).spots).toEqual([
    expect.objectContaining({ name: 'Bowl', description, ...BERLIN }),
  ])
})

const ARCHIVES: readonly (readonly [what: string, files: Record<string, string>, names: string[]])[] = [
  ['Google Earth', { 'doc.kml': placemark(''), 'images/icon.png': 'x' }, ['Bowl']],
  ['a folder that was compressed', { 'Skate/DOC.KML': placemark(''), '__MACOSX/._doc.kml': 'x' }, ['Bowl']],
  ['Maps.me', { 'Skate spots.kml': placemark(''), 'Paris.kml': placemark('') }, ['Bowl', 'Bowl']],
  [
    'My Maps with one layer in the archive',
    {
      'doc.kml':
        '<kml><Document><NetworkLink><Link><href><![CDATA[layers/Skate%20spots.kml]]></href></Link></NetworkLink></Document></kml>',
      'layers/Skate spots.kml': placemark(''),
    },
    ['Bowl'],
  ],
  ['an empty doc.kml beside a map', { 'doc.kml': '<kml/>', 'a/b.kml': placemark('') }, ['Bowl']],
]

test.for(ARCHIVES)('reads the archive of %s', async ([, files, names]) => {
  const path = join(folder, 'archive.kmz')
  await writeZip(path, files)
  expect((await read(path)).spots.map(({ name }) => name)).toEqual(names)
})

test.for([
  [
    'My Maps that only links to the network',
    'my-maps.kml',
    '<kml><Document><name>Skate</name><NetworkLink><name>Skate</name><Link><href><![CDATA[https://www.google.com/maps/d/kml?mid=1&lid=2]]></href></Link></NetworkLink></Document></kml>',
    'no placemarks; it has 1 link to other files, which were not followed',
  ],
  [
    'a picture on the ground',
    'overlay.kml',
    '<kml><GroundOverlay><Icon><href>plan.png</href></Icon><LatLonBox><north>52</north></LatLonBox></GroundOverlay></kml>',
    'no placemarks',
  ],
  [
    'a course of Garmin',
    'course.gpx',
    '<gpx creator="Garmin Connect"><metadata/><rte><name>To the park</name><rtept lat="1" lon="2"><name>Park</name></rtept></rte><trk><trkseg><trkpt lat="1" lon="2"/></trkseg></trk></gpx>',
    'no waypoints; it has 1 route and 1 track',
  ],
  [
    'a spreadsheet with a separator and a header',
    'head.csv',
    'sep=;\r\nName;Lat;Lon\r\n\r\n',
    'no rows below its header',
  ],
  ['a spreadsheet with only a byte order mark', 'mark.csv', '\uFEFF', 'it is empty'],
  ['a text sequence without records', 'empty.geojsonseq', '\u001e\n\u001e\r\n', 'it is empty'],
] as const)('says why %s has no spots', async ([, file, text, why]) => {
  expect(await read(write(file, text))).toEqual({ spots: [], why })
})
