import type { FactValues, Obstacle, SpotFacts, SpotObstacle } from '@nollie/contract'
import {
  FACT_CHOICES,
  FACT_NAMES,
  FACT_SWITCHES,
  FACT_TEXTS,
  type FactName,
  type FactText,
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
export function buildFactDraftName(user_id: string | undefined, spot_id: string): string {
  return `nollie.facts.${user_id}.${spot_id}`
}

/** Whether a draft has no changes. */
export function isBlank({ facts, obstacles }: FactDraft): boolean {
  return Object.keys(facts).length + Object.keys(obstacles).length === 0
}

/** Converts a request body back to the draft that it was built from. */
export function toDraft({ facts = {}, obstacles = [] }: FactsBody): FactDraft {
  return readDraft({
    facts,
    obstacles: Object.fromEntries(obstacles.map(({ id, obstacle }) => [id, obstacle])),
  })
}

/** The maximum length of each text. */
export const TEXT_MAX: Readonly<Record<FactText, number>> = {
  fee_note: LIMITS.fee_note_max,
  phone: LIMITS.spot_phone_max,
  website: LIMITS.spot_website_max,
}

/** Whether a fact is text that people type. */
export function isText(name: FactName): name is FactText {
  return (FACT_TEXTS as readonly FactName[]).includes(name)
}

const MEASURES = Object.keys(OBSTACLE_LIMITS) as ObstacleMeasure[]
const ID = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

function isValue(name: FactName, value: unknown): boolean {
  if (value === null) return true
  if (isText(name)) return typeof value === 'string' && value.length <= TEXT_MAX[name]
  if (name === 'opening_hours') return typeof value === 'string' && readOpeningHours(value) !== null
  if ((FACT_SWITCHES as readonly string[]).includes(name)) return typeof value === 'boolean'
  const choices: readonly string[] =
    name in FACT_CHOICES ? FACT_CHOICES[name as keyof typeof FACT_CHOICES] : []
  return typeof value === 'string' && choices.includes(value)
}

function findChoice<T extends string>(all: readonly T[], value: unknown): T | null {
  return all.find((one) => one === value) ?? null
}

function flag(value: unknown): boolean | null {
  return typeof value === 'boolean' ? value : null
}

function size(value: unknown): number | null {
  return typeof value === 'number' ? value : null
}

/** Returns an obstacle of the given kind without any other details. */
export function makeObstacle(kind: ObstacleKind): Obstacle {
  return {
    kind,
    height_cm: null,
    length_cm: null,
    stairs: null,
    angle: null,
    material: null,
    waxed: null,
    knobbed: null,
  }
}

function readObstacle(stored: unknown): Obstacle | null {
  const found = (stored ?? {}) as Record<string, unknown>
  const kind = findChoice(OBSTACLE_KINDS, found.kind)
  return (
    kind && {
      kind,
      height_cm: size(found.height_cm),
      length_cm: size(found.length_cm),
      stairs: size(found.stairs),
      angle: size(found.angle),
      material: findChoice(MATERIALS, found.material),
      waxed: flag(found.waxed),
      knobbed: flag(found.knobbed),
    }
  )
}

function toRecord(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

/** Parses a draft that an earlier page stored. */
export function readDraft(stored: unknown): FactDraft {
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
export function shownObstacles(
  { obstacles }: Pick<SpotFacts, 'obstacles'>,
  draft: FactDraft,
): SpotObstacle[] {
  const known = new Set(obstacles.map(({ id }) => id))
  const added = Object.entries(draft.obstacles).filter(([id]) => !known.has(id))
  const all = obstacles.map(({ id, ...before }): [string, Obstacle | null] => {
    const changed = draft.obstacles[id]
    return [id, changed === undefined ? before : changed]
  })
  return [...all, ...added].flatMap(([id, obstacle]) => (obstacle ? [{ id, ...obstacle }] : []))
}

function isSame(a: Obstacle, b: Obstacle): boolean {
  return (Object.keys(a) as (keyof Obstacle)[]).every((name) => a[name] === b[name])
}

/** Whether a draft makes a spot free, which means there is no price. */
export function isFree({ facts }: Pick<SpotFacts, 'facts'>, draft: FactDraft): boolean {
  return (draft.facts.fee === undefined ? facts.fee : draft.facts.fee) === 'free'
}

// An empty field means that the text is unknown.
function getText(now: SpotFacts, draft: FactDraft, name: FactText): string | null {
  if (name === 'fee_note' && isFree(now, draft)) return null
  return toAddress(name, draft.facts[name]?.trim() ?? '') || null
}

// People rarely type the protocol of a website.
function toAddress(name: FactText, text: string): string {
  return name === 'website' && /^[\w-]+(\.[\w-]+)+(\/|$)/.test(text) ? `https://${text}` : text
}

/** Computes the changes that a draft makes to the facts; null if there are none. */
export function diffFacts(now: SpotFacts, draft: FactDraft): FactsBody | null {
  const { facts, obstacles } = now
  const getValue = (name: FactName) => (isText(name) ? getText(now, draft, name) : draft.facts[name])
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
export function isPossible(name: ObstacleMeasure, value: number | null): boolean {
  const [least, most] = OBSTACLE_LIMITS[name]
  return value === null || (Number.isInteger(value) && value >= least && value <= most)
}

/** Whether all measurements in a draft are valid. */
export function isSendable({ obstacles }: FactDraft): boolean {
  return Object.values(obstacles).every(
    (obstacle) => obstacle === null || MEASURES.every((name) => isPossible(name, obstacle[name])),
  )
}
