import { DIFFICULTY_LEVELS, LIMITS, type NewSpot, type SpotType, toSpotType } from '@nollie/contract'
import { importSharedSpot, withAddress } from '@nollie/server/modules/spots'
import type { Fields } from './fields.ts'
import { importKey, rememberImported, findImported } from './imported-rows.queries.ts'
import { type ImportContext, findImportedIds, type Outcome, type Table } from './import-table.ts'

/** A spot from the other product with its photos' and videos' URLs. The cover is the first one. */
export type OldSpot = {
  id: string
  created_by: string | null
  spot: Omit<NewSpot, 'media_ids'>
  when: { created_at?: string }
  cover: string | null
  extras: string[]
}

function typesIn(fields: Fields): SpotType[] {
  const named = [...fields.list('spot_types'), ...fields.list('spot_type')]
  const types = named.flatMap((name) => toSpotType(name.toLowerCase().replaceAll(/[\s_]+/g, '-')) ?? [])
  return types.length > 0 ? [...new Set(types)] : ['other']
}

/** Parses a row of `spots`. Returns the reason as a string if it's invalid. */
export function readSpot(fields: Fields): OldSpot | string {
  const id = fields.id('id')
  const name = fields.line('name', LIMITS.spot_name_max)
  const [latitude, longitude] = [fields.number('latitude'), fields.number('longitude')]
  if (id === null) return 'it has no id'
  if (name === null) return 'it has no name'
  if (latitude === null || longitude === null) return 'it has no position'
  if (Math.abs(latitude) > 90 || Math.abs(longitude) > 180 || (latitude === 0 && longitude === 0))
    return 'its position is not on earth'
  const level = fields.line('difficulty_level', 40)?.toLowerCase()
  const cover = fields.address('photo_url')
  const extras = [
    ...fields.list('additional_images'),
    ...[fields.address('video_url')].filter((url) => url !== null),
    ...fields.list('additional_videos'),
  ]
  return {
    id,
    created_by: fields.id('created_by'),
    spot: {
      name,
      description: fields.text('description', LIMITS.spot_description_max),
      address: fields.line('address', LIMITS.address_max),
      city: fields.line('city', LIMITS.place_max),
      state: fields.line('state', LIMITS.place_max),
      country: fields.line('country', LIMITS.place_max),
      postal_code: fields.line('postal_code', LIMITS.postal_code_max),
      latitude,
      longitude,
      difficulty_level: DIFFICULTY_LEVELS.find((known) => known === level) ?? null,
      spot_types: typesIn(fields),
    },
    when: fields.timestamp('created_at'),
    cover,
    extras: [...new Set(extras)].filter((url) => url !== cover),
  }
}

/** Imports spots (`spots`), without their photos. */
export function spotsTable(context: ImportContext): Table<OldSpot> {
  const { source, report } = context
  return {
    name: 'spots',
    batch: 100,
    read: readSpot,
    // Load the gazetteer before the transaction, because the first load is slow and shouldn't extend a lock.
    prepare: async (items) => {
      for (const item of items) item.value.spot = await withAddress(item.value.spot)
    },
    write: async (tx, items) => {
      const people = await findImportedIds(
        context,
        tx,
        'users',
        items.map(({ value }) => value.created_by),
      )
      const outcomes: Outcome[] = []
      for (const { where, value } of items) {
        const key = importKey(source, 'spots', value.id)
        if ((await findImported(tx, [key])).has(key)) {
          outcomes.push('known')
          continue
        }
        const creator = people(value.created_by) ?? null
        if (value.created_by !== null && creator === null)
          report.note(
            where,
            `the person who shared it (${value.created_by}) was not imported, so it has no owner`,
          )
        const row_id = await importSharedSpot(tx, creator, { ...value.spot, ...value.when })
        const covers =
          value.cover === null ? [] : [{ key: importKey(source, 'cover', value.id, value.cover), row_id }]
        await rememberImported(tx, [{ key, row_id }, ...covers])
        outcomes.push('added')
      }
      return outcomes
    },
  }
}
