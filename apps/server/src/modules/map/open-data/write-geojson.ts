import { type MemberLicense, MEMBER_LICENSE_URLS } from '@nollie/contract'
import { chooseLicense } from './choose-license.ts'
import type { OpenSpot } from './open-spots.queries.ts'

/** Values for a whole collection. */
export type CollectionFacts = { publicUrl: URL; madeAt: Date; members: MemberLicense | null }

/** A spot with the license under which its data is redistributed. */
export type LicensedSpot = { spot: OpenSpot; license: string }

/** Pairs spots with their licenses. Omits spots without one. */
export function withLicenses(spots: readonly OpenSpot[], members: MemberLicense | null): LicensedSpot[] {
  return spots.flatMap((spot) => {
    const license = chooseLicense(spot, members)
    return license ? [{ spot, license }] : []
  })
}

// Required by the ODbL (4.2 and 4.3). The URL leads to its text.
function buildNotice({ publicUrl, members }: CollectionFacts): object {
  return {
    about: new URL('/about/data', publicUrl).href,
    notice:
      'Each feature names its sources and its license. Contains information from OpenStreetMap, © OpenStreetMap contributors, which is made available under the Open Database License (ODbL). `edited` lists the fields that people changed here.',
    licenses: { ...MEMBER_LICENSE_URLS },
    member_license: members,
  }
}

function buildFeature({ spot, license }: LicensedSpot, publicUrl: URL): object {
  const { id, latitude, longitude, created_at, updated_at, sources, edited, fields } = spot
  return {
    type: 'Feature',
    id,
    geometry: { type: 'Point', coordinates: [longitude, latitude] },
    properties: {
      ...fields,
      url: new URL(`/spots/${id}`, publicUrl).href,
      license,
      sources,
      edited,
      created_at,
      updated_at,
    },
  }
}

/** Writes spots as a GeoJSON FeatureCollection, one feature per line. `rest` is added to the collection. */
export async function* writeGeojson(
  spots: AsyncIterable<LicensedSpot> | Iterable<LicensedSpot>,
  facts: CollectionFacts,
  rest: object = {},
): AsyncGenerator<string> {
  const head = {
    type: 'FeatureCollection',
    ...buildNotice(facts),
    made_at: facts.madeAt.toISOString(),
    ...rest,
  }
  yield `${JSON.stringify(head).slice(0, -1)},"features":[`
  let isFirst = true
  for await (const spot of spots) {
    yield `${isFirst ? '' : ','}\n${JSON.stringify(buildFeature(spot, facts.publicUrl))}`
    isFirst = false
  }
  yield '\n]}\n'
}
