import type { SpotCard } from '@nollie/contract'
import { type RawBuilder, sql } from 'kysely'
import { moment } from '../../db/json.ts'
import type { Db } from '../../db/open.ts'
import { preparedStatement } from '../../db/prepared.ts'
import { isInCrew } from '../audiences/index.ts'
import type { ViewerInSql } from '../blocks/index.ts'
import { mediaJson } from '../media/index.ts'
import { exactly, IS_EXACT, joinExact } from './positions/positions.queries.ts'
import { SPOT_CONDITION_JSON } from './status/spot-condition.queries.ts'

/**
 * Whether a viewer can see a spot's description; `spot` is the row's alias. A spot stays if its description's author is
 * suspended, is deleting their account, or is blocked, but the description is hidden.
 */
export function descriptionShownTo(viewer: ViewerInSql, spot: string): RawBuilder<boolean> {
  const author = `${spot}.description_by`
  return sql<boolean>`(${sql.ref(author)} is null
    or exists (select from visible_people(${viewer}) author where author.user_id = ${sql.ref(author)} offset 0))`
}

// The obstacle that has been listed longest represents the spot.
const factLine = sql`(select json_build_object('surface', f.surface, 'ground', f.ground,
    'light_at_night', f.light_at_night, 'obstacle', (
    select json_build_object('kind', o.kind, 'height_cm', o.height_cm, 'stairs', o.stairs)
    from spot_obstacles o where o.spot_id = f.spot_id order by o.since, o.id limit 1))
  from spot_facts f where f.spot_id = s.id and f.version > 0)`

/**
 * Builds the contract's SpotCard as JSON from the spot `s`, the cover `cover`, and the counts `counts`.
 * `only_me`, the default for `exact_for`, is looked up only for the creator, whom it includes.
 */
function cardJson(viewer: ViewerInSql): RawBuilder<SpotCard> {
  return sql<SpotCard>`json_build_object(
  'id', s.id, 'name', s.name, 'name_is_guess', s.name_is_guess, 'description', case when ${descriptionShownTo(viewer, 's')} then s.description end,
  'city', ${exactly('city')}, 'state', ${exactly('state')}, 'country', ${exactly('country')},
  'latitude', ${exactly('latitude')}, 'longitude', ${exactly('longitude')}, 'difficulty_level', s.difficulty_level,
  'spot_type', s.spot_type, 'spot_types', coalesce(s.spot_types, '{}'),
  'photo', case when cover.id is not null then ${mediaJson('cover')} end,
  'photo_url', case when cover.thumbhash is not null then '/media/' || cover.key || '/1080.webp' end,
  'cover_item', (select json_build_object('post_id', covers.post_id, 'media_index', covers.media_index)
    from post_media covers where covers.media_id = cover.id),
  'status', s.status, 'standing', ${SPOT_CONDITION_JSON}, 'audience', s.audience,
  'precision', s.precision, 'is_exact', ${IS_EXACT},
  'exact_for', case when s.exact_for <> 'only_me' or s.created_by = ${viewer} then (
    select known.exact_for from exactly_known_spots(${viewer}) known where known.id = s.id) end,
  'opens_at', ${moment('s.opens_at')}, 'opens_to', s.opens_to,
  'crew', case when ${isInCrew(viewer, 's.crew_id')} then (
     select json_build_object('id', crew.id, 'name', crew.name) from crews crew where crew.id = s.crew_id) end,
  'posts_count', counts.posts, 'likes_count', counts.likes, 'comments_count', counts.comments,
  'facts', ${factLine},
  'created_at', to_char(s.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
  'source', case when s.source is not null then
    json_build_object('name', s.source, 'licence', s.source_licence, 'url', s.source_url) end)`
}

function joins(viewer: ViewerInSql) {
  return sql`
  ${joinExact(viewer)}
  left join visible_media(${viewer}) cover on cover.id = s.cover_media_id
  cross join lateral (
    select count(*) as posts, coalesce(sum(items.likes), 0) as likes, coalesce(sum(items.comments), 0) as comments
    from posts p cross join lateral (
      select sum(pm.like_count) as likes, sum(pm.comment_count) as comments
      from post_media pm where pm.post_id = p.id
    ) items
    where p.spot_id = s.id and p.hidden_at is null
  ) counts`
}

const VIEWER = sql`$1::uuid`
const cards = preparedStatement<{ cards: string }>(
  'spot_cards',
  () => sql`
    select coalesce(json_agg(${cardJson(VIEWER)} order by wanted.ordinal), '[]')::text as cards
    from unnest($2::uuid[]) with ordinality wanted (id, ordinal)
    join visible_spots(${VIEWER}) s on s.id = wanted.id
    ${joins(VIEWER)}`,
)

/**
 * Returns these spots' cards that a viewer (null for a visitor) can see, as JSON array text in the order of `ids`.
 * Omits deleted, unknown, and invisible spots.
 */
export async function selectCardsText(
  db: Db,
  viewer: string | null,
  ids: readonly string[],
): Promise<string> {
  if (ids.length === 0) return '[]'
  const [row] = await cards(db, [viewer, ids])
  return row?.cards ?? '[]'
}

/** Returns the same cards as {@link selectCardsText}, parsed. */
export async function selectCards(
  db: Db,
  viewer: string | null,
  ids: readonly string[],
): Promise<SpotCard[]> {
  return JSON.parse(await selectCardsText(db, viewer, ids)) as SpotCard[]
}

/** Returns the same cards by id, without missing and invisible spots. */
export async function selectCardsById(
  db: Db,
  viewer: string | null,
  ids: readonly string[],
): Promise<ReadonlyMap<string, SpotCard>> {
  return new Map((await selectCards(db, viewer, ids)).map((card) => [card.id, card]))
}
