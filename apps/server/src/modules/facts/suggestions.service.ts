import { isDeepStrictEqual } from 'node:util'
import {
  type FactPatch,
  LIMITS,
  NAME_FIELD,
  obstacleField,
  type SpotFacts,
  type Viewer,
} from '@nollie/contract'
import { v7 as uuid } from 'uuid'
import { idempotent } from '../../db/idempotent.ts'
import type { Db, Tx } from '../../db/open.ts'
import type { FieldValues } from '../../db/tables/facts.ts'
import { Refusal } from '../../platform/http/index.ts'
import { requireSpot } from '../spots/index.ts'
import { decide, toValues } from './apply-change.service.ts'
import { recordSteward } from './steward-facts.service.ts'
import {
  type ChangeRow,
  countOpen,
  findChange,
  findSame,
  getChange,
  insertChange,
  lockFacts,
  saveVoice,
  setState,
} from './fact-changes.queries.ts'
import { selectFacts } from './facts.queries.ts'
import { type Deps, readShownFacts } from './facts.service.ts'
import { requireGuessedName } from './name.service.ts'

/** Returns the fields that a patch changes, with their new values. Setting a spot to free removes its price note. */
export function findChanges({ facts, obstacles, name }: FactPatch, now: FieldValues): FieldValues {
  const wanted: FieldValues = {
    ...(facts.fee === 'free' ? { fee_note: null } : {}),
    ...facts,
    ...Object.fromEntries(obstacles.map(({ id, obstacle }) => [obstacleField(id), obstacle])),
    ...(name === undefined ? {} : { [NAME_FIELD]: name }),
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(([field, to]) => !isDeepStrictEqual(to, now[field] ?? null)),
  )
}

/**
 * Suggests a change, or votes for an identical suggestion, and returns its id. The caller must have locked the spot's
 * facts.
 */
export async function suggestIn(
  tx: Tx,
  viewer: Viewer,
  wanted: Pick<ChangeRow, 'spot_id' | 'fields' | 'patch' | 'undoes'>,
): Promise<string> {
  const same = await findSame(tx, viewer.user_id, wanted)
  if (same) {
    if (same.user_id !== viewer.user_id) await saveVoice(tx, same.id, viewer.user_id, true)
    await decide(tx, same)
    return same.id
  }
  if ((await countOpen(tx, wanted.spot_id, viewer.user_id)) >= LIMITS.suggestions_open_max)
    throw new Refusal('TOO_MANY_SUGGESTIONS')
  const id = uuid()
  await insertChange(tx, { ...wanted, id, user_id: viewer.user_id })
  await decide(tx, await getChange(tx, id))
  return id
}

/** Like {@link suggestIn}, but takes a patch; null if it changes nothing. */
export async function suggestPatchIn(
  tx: Tx,
  viewer: Viewer,
  spot_id: string,
  body: FactPatch,
): Promise<string | null> {
  const patch = findChanges(body, toValues(await selectFacts(tx, spot_id)))
  const fields = Object.keys(patch)
  return fields.length > 0 ? suggestIn(tx, viewer, { spot_id, fields, patch, undoes: null }) : null
}

/**
 * Suggests or sets facts, or a spot's name; idempotent by key.
 * @throws Refusal SPOT_NOT_FOUND, CONFLICT if the spot already has a name, TOO_MANY_SUGGESTIONS, TOO_MANY_OBSTACLES, IN_PROGRESS, KEY_REUSED
 */
export function suggestFacts(
  { db, jobs }: Deps,
  viewer: Viewer,
  { spot_id, key, body }: { spot_id: string; key: string; body: FactPatch },
): Promise<SpotFacts> {
  return idempotent(db, { user_id: viewer.user_id, key, body: { spot_id, ...body } }, async (tx) => {
    const spot = await requireSpot(tx, viewer.user_id, spot_id)
    await lockFacts(tx, spot_id)
    if (body.name !== undefined) await requireGuessedName(tx, spot)
    const change = await suggestPatchIn(tx, viewer, spot_id, body)
    if (change) await recordSteward(tx, jobs, viewer, change)
    return readShownFacts(tx, viewer, spot)
  })
}

/**
 * Runs `work` with a change, after checking that the viewer can see its spot and locking the spot's facts. Returns the
 * updated facts.
 */
function withChange(
  { db }: Pick<Deps, 'db'>,
  viewer: Viewer,
  id: string,
  work: (tx: Tx, change: ChangeRow) => Promise<void>,
): Promise<SpotFacts> {
  return db.transaction().execute(async (tx) => {
    const found = await findChange(tx, viewer.user_id, id)
    if (!found) throw new Refusal('SUGGESTION_NOT_FOUND')
    const spot = await requireSpot(tx, viewer.user_id, found.spot_id)
    await lockFacts(tx, found.spot_id)
    await work(tx, await getChange(tx, id))
    return readShownFacts(tx, viewer, spot)
  })
}

/**
 * Votes on a suggestion.
 * @throws Refusal SUGGESTION_NOT_FOUND, SPOT_NOT_FOUND, NOT_ALLOWED for one's own suggestion, TOO_MANY_OBSTACLES,
 * CONFLICT if it's already decided
 */
export function answerSuggestion(
  deps: Deps,
  viewer: Viewer,
  id: string,
  agrees: boolean,
): Promise<SpotFacts> {
  return withChange(deps, viewer, id, async (tx, change) => {
    if (change.user_id === viewer.user_id) throw new Refusal('NOT_ALLOWED')
    if (change.state !== 'open') throw new Refusal('CONFLICT')
    await saveVoice(tx, id, viewer.user_id, agrees)
    await decide(tx, change)
    await recordSteward(tx, deps.jobs, viewer, id)
  })
}

/**
 * Withdraws one's own suggestion.
 * @throws Refusal SUGGESTION_NOT_FOUND (also for another person's), SPOT_NOT_FOUND, CONFLICT if it's already decided
 */
export function withdrawSuggestion(db: Db, viewer: Viewer, id: string): Promise<SpotFacts> {
  return withChange({ db }, viewer, id, async (tx, change) => {
    if (change.user_id !== viewer.user_id) throw new Refusal('SUGGESTION_NOT_FOUND')
    if (change.state !== 'open') throw new Refusal('CONFLICT')
    await setState(tx, id, 'withdrawn')
  })
}

/**
 * Undoes a change, or suggests undoing it.
 * @throws Refusal SUGGESTION_NOT_FOUND, SPOT_NOT_FOUND, TOO_MANY_SUGGESTIONS, TOO_MANY_OBSTACLES if there is no room
 * for obstacles it would restore, CONFLICT if it isn't applied
 */
export function undoFacts(deps: Deps, viewer: Viewer, id: string): Promise<SpotFacts> {
  return withChange(deps, viewer, id, async (tx, change) => {
    if (change.state !== 'applied') throw new Refusal('CONFLICT')
    const { spot_id, fields } = change
    const undoing = await suggestIn(tx, viewer, { spot_id, fields, patch: {}, undoes: id })
    await recordSteward(tx, deps.jobs, viewer, undoing)
  })
}
