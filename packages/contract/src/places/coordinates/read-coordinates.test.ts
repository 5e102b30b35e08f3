import { expect, test } from 'vitest'
import { readAngle, readCoordinates } from './read-coordinates.ts'

const MACBA = { latitude: 41.3833, longitude: 2.1668 }

function at(text: string, near: typeof MACBA | null = null) {
  const typed = readCoordinates(text, near)
  return typed.kind === 'point'
    ? [Number(typed.latitude.toFixed(3)), Number(typed.longitude.toFixed(3))]
    : typed.kind
}

test('MAP-32 accepts lat, lng within their range and refuses other values', () => {
  expect(readCoordinates('40.7, -74')).toEqual({ kind: 'point', latitude: 40.7, longitude: -74 })
  expect(at(' -33.8688;151.2093 ')).toEqual([-33.869, 151.209])
  expect(readCoordinates('90, 180')).toMatchObject({ kind: 'point' })
  expect(readCoordinates('91, 0')).toEqual({ kind: 'out-of-range' })
  expect(readCoordinates('0, -180.5')).toEqual({ kind: 'out-of-range' })
  for (const input of ['macba', '12', '10, ', '3 stair, 2 rail', '1,2,3', ''])
    expect(readCoordinates(input)).toEqual({ kind: 'text' })
})

test('reads degrees, minutes, and seconds', () => {
  for (const text of [`41°23'0"N 2°10'0.5"E`, '41° 23′ 0″ N, 2° 10′ 0.5″ E', "41°23.0'N 2°10.0083'E"])
    expect(at(text), text).toEqual([41.383, 2.167])
  expect(at(`33°52'S 151°12'E`)).toEqual([-33.867, 151.2])
})

test('reads full and short plus codes', () => {
  expect(at('8FH495MQ+8J')).toEqual(at('8fh495mq+8j'))
  const [latitude, longitude] = at('8FH495MQ+8J') as number[]
  expect(latitude).toBeCloseTo(41.383, 1)
  expect(longitude).toBeCloseTo(2.19, 1)
  expect(at('95MQ+8J', MACBA)).toEqual([latitude, longitude])
  expect(at('95MQ+8J')).toBe('plus-code')
  expect(at('7FG49Q00+')).toEqual([20.375, 2.775])
})

test('reads links to map apps', () => {
  for (const link of [
    'https://www.google.com/maps/@41.3833,2.1668,17z',
    'https://www.google.com/maps/place/MACBA/@41.5,2.5,17z/data=!3m1!4b1!4m5!3m4!1s0x0:0x0!8m2!3d41.3833!4d2.1668',
    'https://www.google.com/maps/search/?api=1&query=41.3833,2.1668',
    'https://maps.google.com/?q=loc:41.3833,2.1668',
    'https://maps.apple.com/?ll=41.3833,2.1668&q=MACBA',
    'https://maps.apple.com/place?coordinate=41.3833,2.1668',
    'https://www.openstreetmap.org/#map=17/41.3833/2.1668',
    'https://www.openstreetmap.org/?mlat=41.3833&mlon=2.1668#map=12/41/2',
    'geo:41.3833,2.1668?z=17',
    'geo:0,0?q=41.3833,2.1668(MACBA)',
  ])
    expect(at(link), link).toEqual([41.383, 2.167])
  expect(at('https://example.com/a,b')).toBe('text')
})

const BARCELONA = [41.383, 2.171]

test.for([
  'N 41.3829 E 2.1713',
  '41.3829N 2.1713E',
  '41.3829 N, 2.1713 E',
  '2.1713 E, 41.3829 N',
  '41,3829 2,1713',
  '41,3829; 2,1713',
  '41,3829, 2,1713',
  '41,3829,2,1713',
  '41.3829 / 2.1713',
  '41.3829 | 2.1713',
  '(41.3829, 2.1713)',
  '[41.3829, 2.1713]',
  '"41.3829, 2.1713"',
  '41.3829°, 2.1713°',
  '41,3829° N 2,1713° E',
  'lat: 41.3829 lng: 2.1713',
  'lat=41.3829 lng=2.1713',
  'lng: 2.1713, lat: 41.3829',
  'Latitude: 41.3829 N Longitude: 2.1713 E',
  'Lat/Lng: 41.3829, 2.1713',
  'lng/lat: 2.1713, 41.3829',
  '{"lat": 41.3829, "lng": 2.1713}',
  '{"latitude":"41.3829","longitude":"2.1713"}',
  'Breite: 41,3829 Länge: 2,1713',
  '41.3829 norte, 2.1713 este',
  'GPS: 41.3829, 2.1713',
  'WGS84 41.3829 2.1713',
  '４１．３８２９，２．１７１３',
  '４１．３８２９、２．１７１３',
  '٤١٫٣٨٢٩، ٢٫١٧١٣',
  '41.3829\u00a0N\u20092.1713\u202fE',
  '\u200e41.3829, 2.1713\u200f',
  '+41.3829+002.1713/',
  '41°22\'58.44"N 2°10\'16.68"E',
  'N41°22’58.44” E2°10’16.68”',
  '41º22´58.44´´N 2º10´16.68´´E',
  "41°22,974'N 2°10,278'E",
  '41° 22.974 N, 2° 10.278 E',
  '41 22 58.44 N 2 10 16.68 E',
  '41 22 58.44, 2 10 16.68',
  '41:22:58.44N 2:10:16.68E',
  '41d22m58.44s N 2d10m16.68s E',
  '41 deg 22\' 58.44" N, 2 deg 10\' 16.68" E',
  '41o22\'58.44"N 2o10\'16.68"E',
  '北緯41度22分58.44秒、東経2度10分16.68秒',
  '41° 22\' 58.44" с. ш. 2° 10\' 16.68" в. д.',
  '41° 22\' 58.44" n. Br., 2° 10\' 16.68" ö. L.',
  '41-22-58.44N 2-10-16.68E',
  'x: 2.1713 y: 41.3829',
  'GPS-Koordinaten 41.3829, 2.1713',
  'Latitude=41.3829&Longitude=2.1713',
  'https://yandex.com.tr/harita/?ll=2.1713%2C41.3829&z=12',
  '위도 41.3829 경도 2.1713',
  '북위 41.3829도 동경 2.1713도',
  '북위 41도 22분 58.44초 동경 2도 10분 16.68초',
  'szer. 41.3829 dł. 2.1713',
  'https://map.kakao.com/link/map/Macba,Barcelona,41.3829,2.1713',
  'latlng=41.3829,2.1713',
  'lonlat: 2.1713, 41.3829',
  'Lat. 41,3829 - Lon. 2,1713',
  '41°22\'58.44" N - 2°10\'16.68" E',
  '41.3829, 2.1713 (±5 m)',
  'latitude 41.3829, longitude 2.1713, altitude 12',
  '41.3829, 2.1713, Höhe: 12,5 m',
  'https://umap.openstreetmap.fr/en/map/x_1#17/41.3829/2.1713',
  '412258.44N 0021016.68E',
  '41.3829 N - 2.1713 E',
  '@41.3829,2.1713,17z',
  'loc:41.3829,2.1713',
  '41.3829, 2.1713, 12 m',
  'geo:41.3829,2.1713;crs=wgs84;u=35',
  'geo:0,0?q=41.3829,2.1713(The%20plaza)',
])('accepts coordinates as people write them: %s', (text) => {
  expect(at(text)).toEqual(BARCELONA)
})

test('reads south and west, with letters, signs, and every kind of minus', () => {
  for (const text of [
    'S 33.8688 W 70.5',
    '33.8688S 70.5W',
    '\u221233.8688, \u221270.5',
    '–33.8688; –70.5',
    '-33,8688 / -70,5',
    '-33.8688 -70.5',
    '-33.8688 S, -70.5 W',
    "33°52'7.68\"S 70°30'W",
    '33,8688 sur; 70,5 oeste',
  ])
    expect(at(text), text).toEqual([-33.869, -70.5])
})

test('never guesses about an ambiguous O or dash, contradictions, lists of numbers, or meters', () => {
  for (const text of ['52.52 N 13.40 O', 'N 52.52 O 13.40', "52°31'N 13°24'O"])
    expect(at(text), text).toBe('unclear')
  for (const text of [
    '41.38 - 2.17',
    '41.38-2.17',
    '-33.8 N, 151.2 E',
    '41.38 N',
    '41.38 N, 2.17',
    '41.38 N 2.17 N',
    'E 41.38 lat 2.17',
    "41°72'N 2°10'E",
    "41.5° 22' N 2° 10' E",
    '1, 2, 3',
    '1,2,3',
    '1,2, 3',
    '41.38 x 2.17',
    '41.38 y 2.17',
    '41.38, 2.17 altitude',
    '430944, 4581714',
    '31T 430944 4581714',
    '2.17 41.38 12.5',
    ', ',
    '-',
    '°, °',
    'NaN, NaN',
    'Infinity, 2',
  ])
    expect(at(text), text).toBe('text')
})

test('short plus codes include their town; full ones need none', () => {
  for (const text of [
    '95MC+5G Barcelona',
    '95mc+5g, Barcelona',
    'Barcelona 95MC+5G',
    '９５ＭＣ＋５Ｇ Barcelona',
  ])
    expect(readCoordinates(text, MACBA), text).toEqual({
      kind: 'plus-code',
      code: '95MC+5G',
      town: 'Barcelona',
    })
  expect(readCoordinates('95MC+5G Barcelona, Spain')).toMatchObject({ town: 'Barcelona, Spain' })
  expect(at('8FH495MC+5G Barcelona')).toEqual(BARCELONA)
})

test.for([
  "https://www.google.com/maps/place/41%C2%B022'58.4%22N+2%C2%B010'16.7%22E/@41.5,2.5,17z",
  'https://www.google.es/maps/place/X/@41.5,2.5,17z/data=!4m6!3m5!1s0x0:0x0!8m2!3d41.3829!4d2.1713!16s',
  'https://www.google.co.uk/maps/@41.3829,2.1713,3a,75y,90t/data=!3m6!1e1',
  'https://www.google.com/maps/dir/41.5,2.5/41.3829,2.1713/@41.4,2.4,12z',
  'https://www.google.com/maps/dir/?api=1&origin=41.5,2.5&destination=41.3829%2C2.1713',
  'https://www.google.com/maps/search/?api=1&query=41.3829%2C2.1713',
  'https://www.google.com/maps/search/41.3829,+2.1713?entry=tts',
  'https://www.google.com/maps/embed?pb=!1m18!1m12!1m3!1d2993!2d2.1713!3d41.3829!2m3!1f0',
  'https://maps.google.com/maps?ll=41.3829,2.1713&z=17',
  'https://maps.google.com/?q=41.3829,2.1713(Skatepark)',
  'maps.google.com/?q=41.3829,2.1713',
  'https://consent.google.com/m?continue=https%3A%2F%2Fwww.google.com%2Fmaps%3Fq%3D41.3829%2C2.1713',
  'The plaza https://maps.google.com/?q=41.3829,2.1713 at night',
  '<a href="https://www.openstreetmap.org/?mlat=41.3829&amp;mlon=2.1713">map</a>',
  'https://maps.apple.com/?ll=41.3829,2.1713&q=Skatepark',
  'https://maps.apple.com/?daddr=41.3829,2.1713&dirflg=w',
  'https://www.openstreetmap.org/node/1#map=17/41.3829/2.1713',
  'https://www.openstreetmap.org/directions?route=41.5%2C2.5%3B41.3829%2C2.1713',
  'https://waze.com/ul?ll=41.3829%2C2.1713&navigate=yes',
  'https://www.waze.com/live-map/directions?to=ll.41.3829%2C2.1713',
  'https://yandex.ru/maps/?ll=2.1713,41.3829&z=17',
  'https://yandex.com.tr/maps/?pt=2.1713,41.3829',
  'https://yandex.com/maps/?ll=2.5,41.5&whatshere%5Bpoint%5D=2.1713%2C41.3829',
  'https://yandex.ru/maps/?rtext=41.5,2.5~41.3829,2.1713&rtt=auto',
  'https://yandex.ru/maps/?ll=2.5%2C41.5&text=41.3829%2C2.1713',
  'https://www.bing.com/maps?cp=41.3829~2.1713&lvl=17',
  'https://bing.com/maps/default.aspx?sp=point.41.3829_2.1713_Plaza',
  'https://wego.here.com/?map=41.3829,2.1713,15,normal',
  'https://share.here.com/l/41.3829,2.1713,Plaza?z=16',
  'https://2gis.ru/moscow/geo/2.1713%2C41.3829',
  'https://2gis.com/?m=2.1713%2C41.3829%2F16',
  'https://omaps.app/map?v=1&ll=41.3829,2.1713&n=Plaza',
  'om://map?v=1&ll=41.3829,2.1713',
  'https://osmand.net/map?pin=41.3829,2.1713#15/41.5/2.5',
  'https://osmand.net/go?lat=41.3829&lon=2.1713&z=15',
  'https://mapy.cz/zakladni?x=2.1713&y=41.3829&z=17',
  'https://mapy.com/en/zakladni?source=coor&id=2.1713%2C41.3829&x=2.5&y=41.5',
  'https://geohack.toolforge.org/geohack.php?params=41_22_58.44_N_2_10_16.68_E_region:ES',
  'https://www.google.com/maps/@41.3829,362.1713,17z',
  'google.navigation:q=41.3829,2.1713',
  'https://wego.here.com/directions/mix//Plaza:41.3829,2.1713?map=41.5,2.5,15',
  'https://plus.codes/8FH495MC+5G',
])('reads a link’s position in the order that its host uses: %s', (link) => {
  expect(at(link)).toEqual(BARCELONA)
})

test('ignores links to unknown hosts, links to maps with another datum, and links without a position', () => {
  for (const link of [
    'https://example.com/maps/@41.3829,2.1713,17z',
    'https://example.com/?ll=41.3829,2.1713',
    'https://google.com.example.org/maps?q=41.3829,2.1713',
    'https://map.baidu.com/?latlng=41.3829,2.1713',
    'https://www.google.cn/maps/@39.9,116.4,17z',
    'https://uri.amap.com/marker?position=2.1713,41.3829',
    'https://maps.app.goo.gl/abcdefg',
    'https://yandex.ru/search/?text=41.3829,2.1713',
    'https://www.google.com/maps?q=',
    'https://www.google.com/maps/place/Barcelona',
    'geo:0,0?q=MACBA',
    'geo:430944,4581714;crs=EPSG:25831',
    'https://www.openstreetmap.org/?mlat=&mlon=',
  ])
    expect(at(link), link).toBe('text')
})

test('a single axis: rejects empty text and the other axis’s letters', () => {
  for (const text of ['41,3829', '41.3829°', 'N 41,3829', '41° 22\' 58.44" N', ' 41.3829 '])
    expect(readAngle(text, 'latitude'), text).toBeCloseTo(41.3829)
  expect(readAngle("5°41'W", 'longitude')).toBeCloseTo(-5.6833)
  expect(readAngle('8.5e-05', 'longitude')).toBe(0.000085)
  expect(readAngle('13,4 O', 'longitude')).toBe('unclear')
  for (const text of ['', ' ', '2.17E', '41.38, 2.17', '430944', 'x', 'NaN', 'null', '0x10', '--1', '1 2'])
    expect(readAngle(text, 'latitude'), text).toBeNull()
})
