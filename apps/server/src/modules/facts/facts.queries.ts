import {
  FACT_NAMES,
  FACT_TEXTS,
  type FactChange,
  type FactValues,
  LIMITS,
  NAME_FIELD,
  type SpotObstacle,
} from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import type { FieldValues } from '../../db/tables/facts.ts'
import { type ViewerInSql, viewerId } from '../blocks/index.ts'
import { personJson } from '../profiles/index.ts'
import { isStewardAt } from '../stewards/index.ts'
import { countVoicesNeeded } from './decide-suggestion.ts'

/** A spot's current facts. */
export type FactsRow = {
  facts: FactValues
  obstacles: SpotObstacle[]
  version: number
  updated_at: string | null
}

const NONE = Object.fromEntries(FACT_NAMES.map((name) => [name, null])) as FactValues

/** Converts the obstacle row `o` to the contract's SpotObstacle. */
const obstacleJson = sql`json_build_object('id', o.id, 'kind', o.kind, 'height_cm', o.height_cm,
  'length_cm', o.length_cm, 'stairs', o.stairs, 'angle', o.angle, 'material', o.material, 'waxed', o.waxed,
  'knobbed', o.knobbed)`

const factsJson = sql`json_build_object(${sql.join(
  FACT_NAMES.map((name) => sql`${sql.lit(name)}, ${sql.ref(`f.${name}`)}`),
)})`

/** Returns a spot's facts; all null if none are known. */
export async function selectFacts(db: Db, spot_id: string): Promise<FactsRow> {
  const { rows } = await sql<FactsRow>`
    select ${factsJson} as facts, f.version,
      case when f.version > 0 then ${moment('f.updated_at')} end as updated_at,
      (select coalesce(json_agg(${obstacleJson} order by o.since, o.id), '[]')
        from spot_obstacles o where o.spot_id = f.spot_id) as obstacles
    from spot_facts f where f.spot_id = ${spot_id}`.execute(db)
  return rows[0] ?? { facts: NONE, obstacles: [], version: 0, updated_at: null }
}

/**
 * SQL for all votes on suggestion `c`, as `voice` with Voice's columns and `user_id`. Includes its author and the
 * people who voted. Excludes people who are suspended or scheduled for deletion.
 */
export function aggregateVoices(): RawBuilder<unknown> {
  return sql`(
  select voice.user_id, voice.agrees,
    case when person.is_admin then 'moderator' when voice.user_id = spot.created_by then 'creator'
      when ${isStewardAt(sql.ref('voice.user_id'), 'spot')} then 'steward'
      when voice.user_id = undone.user_id then 'author' end as "right",
    account.created_at < now() - make_interval(hours => ${sql.lit(LIMITS.voice_hours)}) as counts
  from (
    select c.user_id, true as agrees where c.user_id is not null
    union all select v.user_id, v.agrees from fact_votes v where v.suggestion_id = c.id
  ) voice
  join users account on account.id = voice.user_id
  join profiles person on person.user_id = voice.user_id and not person.is_hidden
  join spots spot on spot.id = c.spot_id
  left join fact_suggestions undone on undone.id = c.undoes)`
}

/** Whether the fields in suggestion `c` were undone at least twice recently, not counting cleanups after vandalism. */
export function isDisputed(): RawBuilder<boolean> {
  return sql<boolean>`(
  select count(*) >= 2 from fact_suggestions undoing
  where undoing.spot_id = c.spot_id and undoing.undoes is not null and undoing.state = 'applied'
    and not undoing.is_cleanup and undoing.fields && c.fields
    and undoing.applied_at > now() - make_interval(days => ${sql.lit(LIMITS.contested_days)}))`
}

/**
 * Whether a viewer decides on suggestion `c` as a steward. If so, they can see it (without a name) even if its author
 * blocks them, so that people can't evade stewards by blocking them.
 */
export function isDecidedBy(viewer: ViewerInSql): RawBuilder<boolean> {
  return sql<boolean>`exists (
  select from spots its where its.id = c.spot_id and ${isStewardAt(viewer, 'its')})`
}

type ChangeRow = Omit<FactChange, 'fields' | 'needed'> & {
  fields: string[]
  patch: FieldValues
  before: FieldValues | null
  disputed: boolean
}

/** Free-text fields. The history omits their text in changes that were undone or declined. */
const WRITTEN: readonly string[] = [...FACT_TEXTS, NAME_FIELD]

function toChange({ fields, patch, before, disputed, ...row }: ChangeRow): FactChange {
  const isTakenBack = row.state !== 'open' && row.state !== 'applied'
  const shown = (field: string, values: FieldValues | null, isBefore: boolean) =>
    WRITTEN.includes(field) && (isBefore || isTakenBack) ? null : (values?.[field] ?? null)
  return {
    ...row,
    fields: fields.map((field) => ({
      field,
      before: shown(field, before, true),
      after: shown(field, patch, false),
    })),
    needed: countVoicesNeeded(disputed),
  }
}

/** Which of a spot's changes to return: open ones, or all changes before a given one. */
export type Which = { spot_id: string; open: boolean; before?: string | undefined; limit: number }

/**
 * Returns a spot's changes that a viewer can see: applied changes, without the name if there is a block, and
 * suggestions by visible people. Open ones are sorted oldest first, all others newest first.
 */
export async function selectChanges(
  db: Db,
  viewer: string,
  { spot_id, open, before, limit }: Which,
): Promise<FactChange[]> {
  const me = viewerId(viewer)
  const { rows } = await sql<ChangeRow>`
    select c.id, c.state, c.fields, c.patch, c.before, c.undoes, c.source, coalesce(c.user_id = ${me}, false) as is_own,
      case when who.user_id is not null then ${personJson('who')} end as user,
      c.steward_id is not null as by_steward, (select ${personJson('steward')} from visible_people(${me}) steward
        where steward.user_id = c.steward_id and steward.former_at is null) as steward,
      voices.agreeing, voices.against, voices.my_voice, ${isDisputed()} as disputed,
      ${moment('c.created_at')} as created_at, ${moment('c.applied_at')} as applied_at
    from fact_suggestions c
    left join visible_people(${me}) who on who.user_id = c.user_id
    cross join lateral (
      select count(*) filter (where agrees and (counts or "right" is not null))::int as agreeing,
        count(*) filter (where not agrees and (counts or "right" is not null))::int as against,
        bool_or(agrees) filter (where voice.user_id = ${me}) as my_voice
      from ${aggregateVoices()} voice
    ) voices
    where c.spot_id = ${spot_id} ${open ? sql`and c.state = 'open'` : sql``}
      ${before ? sql`and c.id < ${before}::uuid` : sql``}
      and (c.state in ('applied', 'undone') or c.user_id is null or who.user_id is not null or ${isDecidedBy(me)})
    order by ${open ? sql`c.id` : sql`c.id desc`} limit ${limit}`.execute(db)
  return rows.map(toChange)
}
