import type { FactChange, Obstacle } from '@nollie/contract'
import {
  FACT_CHOICES,
  FACT_RIDERS,
  NAME_FIELD,
  type FactChoice,
  type FactFeature,
  type FactName,
  type Material,
  type ObstacleKind,
  type ObstacleMeasure,
  obstacleOfField,
  type Surface,
} from '@nollie/contract/facts/fact-kinds'
import { m } from '../../i18n/messages.ts'
import { numberText } from '../../lib/format.ts'
import { sizeText } from '../../lib/text/size-text.ts'
import { hoursText } from './hours-text.ts'

type Text = () => string

const NAMES: Record<FactName, Text> = {
  surface: m.facts_surface,
  ground: m.facts_ground,
  run_up: m.facts_run_up,
  light_at_night: m.facts_light_at_night,
  roof: m.facts_roof,
  indoor: m.facts_indoor,
  traffic: m.facts_traffic,
  crowd: m.facts_crowd,
  for_beginners: m.facts_for_beginners,
  pads: m.facts_pads,
  helmet: m.facts_helmet,
  boards: m.facts_boards,
  inline_skates: m.facts_inline_skates,
  scooters: m.facts_scooters,
  bmx: m.facts_bmx,
  step_free: m.facts_step_free,
  seats: m.facts_seats,
  parking: m.facts_parking,
  fenced: m.facts_fenced,
  water: m.facts_water,
  toilet: m.facts_toilet,
  wheelchair: m.facts_wheelchair,
  fee: m.facts_fee,
  fee_note: m.facts_fee_note,
  opening_hours: m.facts_hours,
  phone: m.facts_phone,
  website: m.facts_website,
}

const MATERIALS: Record<Material, Text> = {
  concrete: m.facts_material_concrete,
  marble: m.facts_material_marble,
  granite: m.facts_material_granite,
  stone: m.facts_material_stone,
  brick: m.facts_material_brick,
  wood: m.facts_material_wood,
  metal: m.facts_material_metal,
  asphalt: m.facts_material_asphalt,
  plastic: m.facts_material_plastic,
  other: m.facts_material_other,
}

const NEEDS = {
  not_needed: m.facts_pads_not_needed,
  recommended: m.facts_pads_recommended,
  required: m.facts_pads_required,
}

const VALUES: { [K in FactChoice]: Record<(typeof FACT_CHOICES)[K][number], Text> } = {
  surface: {
    glassy: m.facts_surface_glassy,
    smooth: m.facts_surface_smooth,
    average: m.facts_surface_average,
    rough: m.facts_surface_rough,
    crusty: m.facts_surface_crusty,
  },
  ground: MATERIALS,
  run_up: { short: m.facts_run_up_short, medium: m.facts_run_up_medium, long: m.facts_run_up_long },
  light_at_night: { none: m.facts_light_none, partial: m.facts_light_partial, full: m.facts_light_full },
  roof: { none: m.facts_roof_none, partial: m.facts_roof_partial, full: m.facts_roof_full },
  traffic: { none: m.facts_traffic_none, some: m.facts_traffic_some, heavy: m.facts_traffic_heavy },
  crowd: { none: m.facts_crowd_none, some: m.facts_crowd_some, heavy: m.facts_crowd_heavy },
  pads: NEEDS,
  helmet: NEEDS,
  wheelchair: { no: m.facts_wheelchair_no, partly: m.facts_wheelchair_partly, yes: m.facts_wheelchair_yes },
  fee: { free: m.facts_fee_free, paid: m.facts_fee_paid },
}

const KINDS: Record<ObstacleKind, Text> = {
  ledge: m.facts_kind_ledge,
  hubba: m.facts_kind_hubba,
  rail: m.facts_kind_rail,
  stairs: m.facts_kind_stairs,
  gap: m.facts_kind_gap,
  manual_pad: m.facts_kind_manual_pad,
  curb: m.facts_kind_curb,
  bank: m.facts_kind_bank,
  quarter: m.facts_kind_quarter,
  ramp: m.facts_kind_ramp,
  bowl: m.facts_kind_bowl,
  kicker: m.facts_kind_kicker,
  wallride: m.facts_kind_wallride,
  pole_jam: m.facts_kind_pole_jam,
  other: m.facts_kind_other,
}

const MEASURES: Record<ObstacleMeasure, Text> = {
  height_cm: m.facts_height,
  length_cm: m.facts_length,
  stairs: m.facts_stairs,
  angle: m.facts_angle,
}

const FEATURES: Record<FactFeature, Text> = {
  lit: m.facts_light_full,
  roofed: m.facts_roof_full,
  indoor: m.facts_indoor,
  free: m.facts_fee_free,
  quiet: m.facts_traffic_none,
  beginners: m.facts_for_beginners,
  water: m.facts_water,
  toilet: m.facts_toilet,
  wheelchair: m.facts_wheelchair,
  inline_skates: m.facts_inline_skates,
  scooters: m.facts_scooters,
  bmx: m.facts_bmx,
}

const RIDERS: ReadonlySet<FactName> = new Set(FACT_RIDERS)

/** Returns a fact's name. */
export function factName(name: FactName): string {
  return NAMES[name]()
}

/** Returns an obstacle kind's name. */
export function kindText(kind: ObstacleKind): string {
  return KINDS[kind]()
}

/** Returns a material's name. */
export function materialText(material: Material): string {
  return MATERIALS[material]()
}

/** Returns the name of an obstacle measurement. */
export function measureName(name: ObstacleMeasure): string {
  return MEASURES[name]()
}

/** Returns the name of a map filter. */
export function featureText(feature: FactFeature): string {
  return FEATURES[feature]()
}

/** Returns a ground surface's name. */
export function surfaceText(surface: Surface): string {
  return VALUES.surface[surface]()
}

/** Formats a fact's value. */
export function valueText(name: FactName, value: FactChange['fields'][number]['after']): string {
  if (value === null) return m.facts_unknown()
  if (typeof value === 'boolean') {
    if (RIDERS.has(name)) return value ? m.facts_allowed() : m.facts_not_allowed()
    return value ? m.facts_yes() : m.facts_no()
  }
  if (typeof value !== 'string') return ''
  if (name === 'opening_hours') return hoursText(value)
  const texts = name in FACT_CHOICES ? (VALUES[name as FactChoice] as Record<string, Text>) : {}
  return texts[value]?.() ?? value
}

function angleText(angle: number): string {
  return numberText(angle, { style: 'unit', unit: 'degree', unitDisplay: 'narrow' })
}

function stairsText(count: number): string {
  return m.facts_stairs_count({ count, shown: numberText(count) })
}

/** Lists an obstacle's details apart from its kind: size, steps, material, wax, and knobs. */
export function obstacleDetails(obstacle: Obstacle): string[] {
  const { height_cm, length_cm, stairs, angle, material, waxed, knobbed } = obstacle
  return [
    height_cm && m.facts_high({ size: sizeText(height_cm) }),
    length_cm && m.facts_long({ size: sizeText(length_cm) }),
    stairs && stairsText(stairs),
    angle && angleText(angle),
    material && materialText(material),
    waxed !== null && (waxed ? m.facts_waxed() : m.facts_not_waxed()),
    knobbed !== null && (knobbed ? m.facts_knobbed() : m.facts_not_knobbed()),
  ].filter((part) => part !== false && part !== null && part !== 0)
}

/** Describes an obstacle in one line: `Ledge · 45 cm high · Marble`. */
export function obstacleText(obstacle: Obstacle): string {
  return [kindText(obstacle.kind), ...obstacleDetails(obstacle)].join(' · ')
}

/** Describes an obstacle briefly for a spot's card: `Ledge 45 cm`, `7 stairs`. */
export function shortObstacle({ kind, height_cm, stairs }: Pick<Obstacle, 'kind' | 'height_cm' | 'stairs'>) {
  if (kind === 'stairs' && stairs) return stairsText(stairs)
  return height_cm ? `${kindText(kind)} ${sizeText(height_cm)}` : kindText(kind)
}

type Value = FactChange['fields'][number]['after']

/** Returns a changed field's name and value as text. */
export function fieldText(field: string, value: Value, other: Value): { name: string; value: string } {
  if (field === NAME_FIELD)
    return { name: m.facts_name(), value: typeof value === 'string' ? value : m.facts_unknown() }
  if (obstacleOfField(field) === null) {
    const fact = field as FactName
    return { name: factName(fact), value: valueText(fact, value) }
  }
  const [obstacle, before] = [value as Obstacle | null, other as Obstacle | null]
  const known = obstacle ?? before
  const name = known ? kindText(known.kind) : m.facts_obstacle()
  if (!obstacle) return { name, value: m.facts_obstacle_none() }
  // The name already includes the kind, unless the change is about the kind.
  const details = obstacleDetails(obstacle)
  const isNamed = details.length > 0 && (!before || before.kind === obstacle.kind)
  return { name, value: isNamed ? details.join(' · ') : obstacleText(obstacle) }
}

/** Lists the names of changed fields in one line: `Ground · Restroom · Obstacle`. */
export function fieldNames(fields: readonly string[]): string {
  return [...new Set(fields.map((field) => fieldText(field, null, null).name))].join(' · ')
}
