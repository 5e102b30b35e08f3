import type { Box, FoundPlace } from '@nollie/contract'
import { z } from 'zod'
import { askProvider, parseDegrees, type PlaceSource } from './place-source.ts'

const KINDS: Record<string, FoundPlace['kind']> = {
  country: 'country',
  city: 'town',
  town: 'town',
  village: 'town',
  hamlet: 'town',
  municipality: 'town',
  administrative: 'town',
  locality: 'town',
  street: 'street',
  residential: 'street',
  square: 'square',
  park: 'park',
  skatepark: 'skatepark',
  station: 'station',
}

function findKind(...types: (string | undefined)[]): FoundPlace['kind'] {
  return types.map((type) => KINDS[type ?? '']).find((kind) => kind !== undefined) ?? 'address'
}

function toBox(west: unknown, south: unknown, east: unknown, north: unknown): Box | null {
  const sides = {
    west: parseDegrees(west, 180),
    south: parseDegrees(south, 90),
    east: parseDegrees(east, 180),
    north: parseDegrees(north, 90),
  }
  if (sides.west === null || sides.south === null || sides.east === null || sides.north === null) return null
  if (sides.south > sides.north) return null
  const { west: left, east: right } = sides
  return { ...(sides as Box), east: right < left ? right + 360 : right }
}

function joinParts(...parts: (string | null | undefined)[]): string {
  return [...new Set(parts.filter(Boolean))].join(', ')
}

const Name = z.string().optional()
const Photon = z.object({
  features: z.array(
    z.object({
      geometry: z.object({ coordinates: z.tuple([z.number(), z.number()]) }),
      properties: z.object({
        osm_type: Name,
        osm_key: Name,
        osm_value: Name,
        type: Name,
        name: Name,
        street: Name,
        housenumber: Name,
        city: Name,
        state: Name,
        country: Name,
        osm_id: z.number().optional(),
        extent: z.tuple([z.number(), z.number(), z.number(), z.number()]).optional(),
      }),
    }),
  ),
})

/** Creates a client for a Photon server (`https://photon.example/api`). */
export function photon(address: string): PlaceSource {
  return {
    name: 'photon',
    find: async ({ q, near, language, limit }) => {
      const url = new URL(address)
      url.searchParams.set('q', q)
      url.searchParams.set('limit', String(limit))
      if (near) {
        url.searchParams.set('lat', String(near.latitude))
        url.searchParams.set('lon', String(near.longitude))
      }
      if (language) url.searchParams.set('lang', language.slice(0, 2))
      const { features } = Photon.parse(await askProvider(url))
      return features.map(({ geometry, properties: p }, i): FoundPlace => {
        const street = joinParts([p.street, p.housenumber].filter(Boolean).join(' '))
        const name = p.name ?? (street || p.city || p.country || q)
        // Photon's extent is ordered west, north, east, south.
        const [west, north, east, south] = p.extent ?? []
        return {
          id: `photon:${p.osm_type ?? ''}${p.osm_id ?? i}`,
          kind: findKind(p.osm_value, p.type),
          name,
          text: joinParts(...[street, p.city, p.state, p.country].filter((part) => part !== name)),
          latitude: parseDegrees(geometry.coordinates[1], 90),
          longitude: parseDegrees(geometry.coordinates[0], 180),
          bounds: p.extent ? toBox(west, south, east, north) : null,
          ref: null,
        }
      })
    },
  }
}

const Nominatim = z.array(
  z.object({
    place_id: z.union([z.number(), z.string()]),
    lat: z.string(),
    lon: z.string(),
    name: Name,
    type: Name,
    addresstype: Name,
    display_name: z.string(),
    boundingbox: z.tuple([z.string(), z.string(), z.string(), z.string()]).optional(),
  }),
)

/** Creates a client for a Nominatim server (`https://nominatim.example/search`). */
export function nominatim(address: string): PlaceSource {
  return {
    name: 'nominatim',
    find: async ({ q, near, language, limit }) => {
      const url = new URL(address)
      url.searchParams.set('q', q)
      url.searchParams.set('format', 'jsonv2')
      url.searchParams.set('limit', String(limit))
      if (language) url.searchParams.set('accept-language', language)
      if (near) {
        const { latitude, longitude } = near
        const box = [longitude - 1, latitude + 1, longitude + 1, latitude - 1]
        url.searchParams.set('viewbox', box.join(','))
      }
      return Nominatim.parse(await askProvider(url)).map((row): FoundPlace => {
        const [first = q, ...rest] = row.display_name.split(', ')
        // Nominatim's box is ordered south, north, west, east.
        const [south, north, west, east] = row.boundingbox ?? []
        return {
          id: `nominatim:${row.place_id}`,
          kind: findKind(row.addresstype, row.type),
          name: row.name || first,
          text: joinParts(...rest),
          latitude: parseDegrees(row.lat, 90),
          longitude: parseDegrees(row.lon, 180),
          bounds: row.boundingbox ? toBox(west, south, east, north) : null,
          ref: null,
        }
      })
    },
  }
}

const GoogleFound = z.object({
  status: z.string(),
  predictions: z.array(
    z.object({
      place_id: z.string(),
      description: z.string(),
      types: z.array(z.string()).optional(),
      structured_formatting: z
        .object({ main_text: z.string(), secondary_text: z.string().optional() })
        .optional(),
    }),
  ),
})
const GooglePoint = z.object({ lat: z.number(), lng: z.number() })
const GoogleDetails = z.object({
  status: z.string(),
  result: z
    .object({
      name: z.string(),
      formatted_address: z.string().optional(),
      types: z.array(z.string()).optional(),
      geometry: z.object({
        location: GooglePoint,
        viewport: z.object({ northeast: GooglePoint, southwest: GooglePoint }).optional(),
      }),
    })
    .optional(),
})

/** Creates a client for Google Places: suggestions without positions, then details for the one that is chosen. */
export function google(key: string, base = 'https://maps.googleapis.com'): PlaceSource {
  const ask = async (path: string, query: Record<string, string>) => {
    const url = new URL(`/maps/api/place/${path}/json`, base)
    url.search = new URLSearchParams({ ...query, key }).toString()
    return askProvider(url)
  }
  const mustBe = (status: string) => {
    if (status !== 'OK' && status !== 'ZERO_RESULTS') throw new Error(`Google answered ${status}`)
  }
  return {
    name: 'google',
    find: async ({ q, near, language, limit }) => {
      // Without `types`, Google returns establishments, geocodes, and addresses.
      const { status, predictions } = GoogleFound.parse(
        await ask('autocomplete', {
          input: q,
          ...(near ? { location: `${near.latitude},${near.longitude}`, radius: '50000' } : {}),
          ...(language ? { language } : {}),
        }),
      )
      mustBe(status)
      return predictions.slice(0, limit).map(
        (row): FoundPlace => ({
          id: `google:${row.place_id}`,
          kind: findKind(...(row.types ?? [])),
          name: row.structured_formatting?.main_text ?? row.description,
          text: row.structured_formatting?.secondary_text ?? '',
          latitude: null,
          longitude: null,
          bounds: null,
          ref: `google:${row.place_id}`,
        }),
      )
    },
    details: async (ref) => {
      const fields = 'geometry,formatted_address,name,types'
      const answer = GoogleDetails.parse(await ask('details', { place_id: ref, fields }))
      if (!answer.result) return null
      const { name, formatted_address, geometry, types } = answer.result
      const { northeast, southwest } = geometry.viewport ?? {}
      return {
        id: `google:${ref}`,
        kind: findKind(...(types ?? [])),
        name,
        text: formatted_address ?? '',
        latitude: geometry.location.lat,
        longitude: geometry.location.lng,
        bounds: toBox(southwest?.lng, southwest?.lat, northeast?.lng, northeast?.lat),
        ref: null,
      }
    },
  }
}
