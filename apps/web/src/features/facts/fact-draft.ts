import type { FactValues, Obstacle, SpotFacts, SpotObstacle } from '@nollie/contract'
import {
  FACT_CHOICES,
  FACT_NAMES,
  FACT_SWITCHES,
  type FactName,
  MATERIALS,
  OBSTACLE_KINDS,
  OBSTACLE_LIMITS,
  type ObstacleKind,
  type ObstacleMeasure,
} from '@nollie/contract/facts/fact-kinds'
import { readOpeningHours } from '@nollie/contract/facts/opening-hours'
import { LIMITS } from '@nollie/contract/limits'
import type { FactsBody } from './fact-requests.ts'

/** The form's unsent changes: facts by name, and obstacles by ID. Null marks an obstacle for removal. */
export type FactDraft = { facts: Partial<FactValues>; obstacles: Record<string, Obstacle | null> }

export const NO_DRAFT: FactDraft = { facts: {}, obstacles: {} }

/** Returns a draft's storage name. */
export const buildFactDraftName = (user_id: string | undefined, spot_id: string): string =>
  `nollie.facts.${user_id}.${spot_id}`

/** Whether a draft has no changes. */
export const isBlank = ({ facts, obstacles }: FactDraft): boolean =>
  Object.keys(facts).length + Object.keys(obstacles).length === 0

/** Converts a request body back to the draft that it was built from. */
export const toDraft = ({ facts = {}, obstacles = [] }: FactsBody): FactDraft =>
  readDraft({ facts, obstacles: Object.fromEntries(obstacles.map(({ id, obstacle }) => [id, obstacle])) })

const MEASURES = Object.keys(OBSTACLE_LIMITS) as ObstacleMeasure[]
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

const isValue = (name: FactName, value: unknown): boolean => {
  if (value === null) return true
  if (name === 'fee_note') return typeof value === 'string' && value.length <= LIMITS.fee_note_max
  if (name === 'opening_hours') return typeof value === 'string' && readOpeningHours(value) !== null
  if ((FACT_SWITCHES as readonly string[]).includes(name)) return typeof value === 'boolean'
  const choices: readonly string[] =
    name in FACT_CHOICES ? FACT_CHOICES[name as keyof typeof FACT_CHOICES] : []
  return typeof value === 'string' && choices.includes(value)
}

const findChoice = <T extends string>(all: readonly T[], value: unknown): T | null =>
  all.find((one) => one === value) ?? null
const flag = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null)
const size = (value: unknown): number | null => (typeof value === 'number' ? value : null)

/** Returns an obstacle of the given kind without any other details. */
export const makeObstacle = (kind: ObstacleKind): Obstacle => ({
  ...{ kind, height_cm: null, length_cm: null, stairs: null },
  ...{ angle: null, material: null, waxed: null, knobbed: null },
})

const readObstacle = (stored: unknown): Obstacle | null => {
  const found = (stored ?? {}) as Record<string, unknown>
  const kind = findChoice(OBSTACLE_KINDS, found.kind)
  return (
    kind && {
      ...{ kind, height_cm: size(found.height_cm), length_cm: size(found.length_cm) },
      ...{
        stairs: size(found.stairs),
        angle: size(found.angle),
        material: findChoice(MATERIALS, found.material),
      },
      ...{ waxed: flag(found.waxed), knobbed: flag(found.knobbed) },
    }
  )
}

const toRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

/** Parses a draft that an earlier page stored. */
export const readDraft = (stored: unknown): FactDraft => {
  const { facts, obstacles } = toRecord(stored)
  const stated = toRecord(facts)
  const known = FACT_NAMES.filter((name) => name in stated && isValue(name, stated[name]))
  return {
    facts: Object.fromEntries(known.map((name) => [name, stated[name]])),
    obstacles: Object.fromEntries(
      Object.entries(toRecord(obstacles))
        .filter(([id]) => ID.test(id))
        .map(([id, obstacle]) => [id, readObstacle(obstacle)]),
    ),
  }
}

/** Lists the obstacles to show in the form: existing ones with their changes, and then new ones. */
export const shownObstacles = (
  { obstacles }: Pick<SpotFacts, 'obstacles'>,
  draft: FactDraft,
): SpotObstacle[] => {
  const known = new Set(obstacles.map(({ id }) => id))
  const added = Object.entries(draft.obstacles).filter(([id]) => !known.has(id))
  const all = obstacles.map(({ id, ...before }): [string, Obstacle | null] => {
    const changed = draft.obstacles[id]
    return [id, changed === undefined ? before : changed]
  })
  return [...all, ...added].flatMap(([id, obstacle]) => (obstacle ? [{ id, ...obstacle }] : []))
}

const isSame = (a: Obstacle, b: Obstacle): boolean =>
  (Object.keys(a) as (keyof Obstacle)[]).every((name) => a[name] === b[name])

/** Whether a draft makes a spot free, which means there is no price. */
export const isFree = ({ facts }: Pick<SpotFacts, 'facts'>, draft: FactDraft): boolean =>
  (draft.facts.fee === undefined ? facts.fee : draft.facts.fee) === 'free'

// An empty field means that the note is unknown.
const getNote = (now: SpotFacts, draft: FactDraft): string | null =>
  isFree(now, draft) ? null : draft.facts.fee_note?.trim() || null

/** Computes the changes that a draft makes to the facts; null if there are none. */
export const diffFacts = (now: SpotFacts, draft: FactDraft): FactsBody | null => {
  const { facts, obstacles } = now
  const getValue = (name: FactName) => (name === 'fee_note' ? getNote(now, draft) : draft.facts[name])
  const changed = FACT_NAMES.filter((name) => name in draft.facts && getValue(name) !== facts[name])
  const list = Object.entries(draft.obstacles).filter(([id, obstacle]) => {
    const before = obstacles.find((one) => one.id === id)
    if (!before) return obstacle !== null
    const { id: _, ...rest } = before
    return obstacle === null || !isSame(obstacle, rest)
  })
  if (changed.length + list.length === 0) return null
  return {
    facts: Object.fromEntries(changed.map((name) => [name, getValue(name)])),
    obstacles: list.map(([id, obstacle]) => ({ id, obstacle })),
  }
}

/** Whether the server accepts a value for an obstacle's measurement. */
export const isPossible = (name: ObstacleMeasure, value: number | null): boolean => {
  const [least, most] = OBSTACLE_LIMITS[name]
  return value === null || (Number.isInteger(value) && value >= least && value <= most)
}

/** Whether all measurements in a draft are valid. */
export const isSendable = ({ obstacles }: FactDraft): boolean =>
  Object.values(obstacles).every(
    (obstacle) => obstacle === null || MEASURES.every((name) => isPossible(name, obstacle[name])),
  )
