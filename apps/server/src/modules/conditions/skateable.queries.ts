import { BUSY_FROM, LIGHT_ENDS_AT } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { isBusyNow } from '../busts/index.ts'
import { IS_STOPPED } from '../spots/index.ts'
import { isClosed, isLit, wetTimes } from './ground-facts.queries.ts'
import { locateSun } from './sun-overhead.ts'
import { WEATHER_HOURS } from './weather.queries.ts'

function isLight(at: Date): RawBuilder<boolean> {
  const { latitude, longitude } = locateSun(at)
  const lowest = Math.sin((LIGHT_ENDS_AT * Math.PI) / 180)
  return sql<boolean>`(sin(radians(s.latitude)) * sin(radians(${latitude}::float8))
    + cos(radians(s.latitude)) * cos(radians(${latitude}::float8)) * cos(radians(s.longitude - ${longitude}::float8))
    > ${lowest}::float8)`
}

function isWet(at: Date): RawBuilder<boolean> {
  return sql<boolean>`exists (select from weather_cells w where w.cell = s.qk >> 28
    and w.fetched_at > ${at.toISOString()}::timestamptz - ${WEATHER_HOURS}::int * interval '1 hour'
    and ${wetTimes()} @> ${at.toISOString()}::timestamptz)`
}

/**
 * Whether spot `s` is known to be skateable at a given time. It must be open, not skatestopped, in daylight or lit, not
 * wet, and unlikely to get people kicked out. Uses stored values (docs/decisions/0103-skateable-now.md).
 */
export function isSkateable(at: Date): RawBuilder<boolean> {
  return sql<boolean>`(s.status = 'open' and not ${IS_STOPPED} and (${isLight(at)} or ${isLit()}) and not ${isWet(at)} and not ${isBusyNow(at, BUSY_FROM)}
    and not ${isClosed(at)})`
}
