import { z } from 'zod'
import { address } from './values.ts'

/** Environment variables for the map, place search, and positions. */
export const MAP_VARIABLES = {
  MAP_STYLE_URL: z
    .string()
    .refine(
      (text) =>
        text === 'auto' ||
        text === 'shipped' ||
        (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)),
      'must be auto, shipped, or the address of a MapLibre style',
    )
    .default('auto'),
  PLACES_URL: address(['http:', 'https:'], 'https://photon.example/api'),
  GOOGLE_MAPS_KEY: z
    .string()
    .regex(/^[\w-]+$/, 'must be a key')
    .optional(),
  GEOIP_DB: z.string().optional(),
}
