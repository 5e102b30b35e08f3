/** Field names for positions, best first. They are compared as in `field-names.ts`. */
export const POSITION_NAMES = {
  latitude: [
    'latitude',
    'lat',
    'y',
    'latitud',
    'latitudine',
    'breite',
    'breitengrad',
    'geo_lat',
    'gps_lat',
    'geo_latitude',
    'gps_latitude',
    'decimal_latitude',
    'latitude_decimal',
    'lat_decimal',
    'lat_dd',
    'lat_wgs84',
    'wgs84_lat',
    'point_y',
    'y_coord',
    'широта',
    'szerokość',
    'enlem',
    '緯度',
    '纬度',
    '위도',
    'location_lat',
    'location_latitude',
    'equip_y',
    'coord_y',
    'coordinate_y',
    'y_coordinate',
    'coordenada_y',
    'coordonnee_y',
    'koordinate_y',
    'lat_deg',
    'lat_degrees',
    'latitude_deg',
    'latitude_degrees',
  ],
  longitude: [
    'longitude',
    'lng',
    'lon',
    'long',
    'x',
    'longitud',
    'longitudine',
    'länge',
    'laenge',
    'längengrad',
    'laengengrad',
    'geo_lon',
    'geo_lng',
    'gps_lon',
    'gps_lng',
    'geo_longitude',
    'gps_longitude',
    'decimal_longitude',
    'longitude_decimal',
    'lon_decimal',
    'lng_decimal',
    'long_decimal',
    'lon_dd',
    'lng_dd',
    'long_dd',
    'lon_wgs84',
    'wgs84_lon',
    'point_x',
    'x_coord',
    'долгота',
    'długość',
    'boylam',
    '経度',
    '经度',
    '경도',
    'location_lng',
    'location_lon',
    'location_longitude',
    'equip_x',
    'coord_x',
    'coordinate_x',
    'x_coordinate',
    'coordenada_x',
    'coordonnee_x',
    'koordinate_x',
    'lon_deg',
    'lng_deg',
    'long_deg',
    'lon_degrees',
    'long_degrees',
    'longitude_deg',
    'longitude_degrees',
  ],
  /** Minutes and seconds in their own columns, as aviation authorities write them. */
  latitude_minutes: ['lat_min', 'lat_minutes', 'latitude_min', 'latitude_minutes'],
  latitude_seconds: ['lat_sec', 'lat_seconds', 'latitude_sec', 'latitude_seconds'],
  longitude_minutes: ['lon_min', 'lng_min', 'long_min', 'lon_minutes', 'longitude_min', 'longitude_minutes'],
  longitude_seconds: ['lon_sec', 'lng_sec', 'long_sec', 'lon_seconds', 'longitude_sec', 'longitude_seconds'],
  /** Beside a maximum, `lat_min` is a minimum. */
  maximum: [
    'lat_max',
    'latitude_max',
    'max_lat',
    'lon_max',
    'lng_max',
    'long_max',
    'longitude_max',
    'max_lon',
  ],
  /** North, south, east, or west in their own columns, as cameras write them. */
  latitude_side: [
    'latitude_ref',
    'lat_ref',
    'gps_latitude_ref',
    'gps_lat_ref',
    'latitude_hemisphere',
    'lat_hemisphere',
    'lat_hemis',
    'lat_hem',
    'latitude_direction',
    'lat_direction',
    'lat_dir',
    'lat_ns',
    'latitude_ns',
    'ns',
    'north_south',
    'ns_indicator',
    'ns_hemisphere',
  ],
  longitude_side: [
    'longitude_ref',
    'lon_ref',
    'lng_ref',
    'long_ref',
    'gps_longitude_ref',
    'gps_lon_ref',
    'gps_lng_ref',
    'longitude_hemisphere',
    'lon_hemisphere',
    'lng_hemisphere',
    'long_hemisphere',
    'lon_hemis',
    'long_hemis',
    'lon_hem',
    'longitude_direction',
    'lon_direction',
    'lon_dir',
    'lng_dir',
    'long_dir',
    'lon_ew',
    'lng_ew',
    'long_ew',
    'longitude_ew',
    'ew',
    'east_west',
    'ew_indicator',
    'ew_hemisphere',
  ],
  /** Meters in a national grid. Never degrees, even if the numbers are small. */
  northing: [
    'northing',
    'northings',
    'hochwert',
    'n',
    'utm_y',
    'utm_n',
    'utm_northing',
    'y_utm',
    'y_etrs89',
    'y_lambert',
  ],
  easting: [
    'easting',
    'eastings',
    'rechtswert',
    'e',
    'utm_x',
    'utm_e',
    'utm_easting',
    'x_utm',
    'x_etrs89',
    'x_lambert',
  ],
  /** Both numbers in one column, in the order that its name states. */
  lat_lng: ['latlng', 'latlon', 'latlong', 'latitude_longitude', 'yx'],
  lng_lat: ['lnglat', 'lonlat', 'longlat', 'longitude_latitude', 'xy'],
  position: [
    'position',
    'coordinates',
    'coords',
    'coord',
    'coordinate',
    'coordinate_location',
    'geographic_coordinates',
    'location',
    'gps',
    'gps_coordinates',
    'geo',
    'geolocation',
    'geo_point',
    'geo_point_2d',
    'point',
    'koordinaten',
    'coordenadas',
    'coordonnees',
    'coordinate_gps',
    'координаты',
    '座標',
    '坐标',
  ],
  wkt: ['wkt', 'geom', 'geometry', 'the_geom', 'shape', 'geo_shape'],
} satisfies Record<string, readonly string[]>

/** Words that say nothing about the axis, or about the order of two numbers. */
const NEUTRAL = new Set(
  `gps wgs wgs84 84 epsg 4326 dd decimal decimals dezimal decimale degree degrees deg grad grados graus degrés gradi
  10進法 10進 10進数 十進法 世界測地系 geo geogr geographic geographical geografica geográfica geografisch geografische
  geographisch geographische géographique geograficzna`
    .split(/\s+/)
    .map(normalizeWord),
)

function normalizeWord(word: string): string {
  return word.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}

/**
 * Returns what a column's name says in several words: one axis, as in `Latitude (decimal degrees)` or `Longitud (X)`,
 * or the order of both numbers, as in `Coordinates (lon, lat)` or `Breite/Länge`. Null if it has other words, such as
 * the name of an old datum.
 * @param findField returns what a word means as a name
 */
export function findPositionField(
  name: string,
  findField: (word: string) => string | undefined,
): 'latitude' | 'longitude' | 'lat_lng' | 'lng_lat' | null {
  const words = name
    .normalize('NFKC')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '' && !NEUTRAL.has(normalizeWord(word)))
  const fields = words.map(findField).filter((field) => field !== 'position')
  const [first, second = first] = fields
  if (
    fields.length > 2 ||
    (fields.length === 2 && !fields[1]) ||
    (first !== 'latitude' && first !== 'longitude')
  )
    return null
  if (second === first) return first
  if (first === 'latitude' && second === 'longitude') return 'lat_lng'
  return first === 'longitude' && second === 'latitude' ? 'lng_lat' : null
}
