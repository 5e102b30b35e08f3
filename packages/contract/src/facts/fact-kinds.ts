/** How smooth the ground is, from best to worst. Filtering by one also matches better ones. */
export const SURFACES = ['glassy', 'smooth', 'average', 'rough', 'crusty'] as const

/** How smooth the ground is. */
export type Surface = (typeof SURFACES)[number]

/** How much room there is to push before the obstacle: up to three pushes, enough for one trick, or plenty of room. */
export const RUN_UPS = ['short', 'medium', 'long'] as const

/** How much of the spot is lit after dark, or how much of it has a roof. */
export const PARTS = ['none', 'partial', 'full'] as const

/** How many cars or people are in the way. */
export const AMOUNTS = ['none', 'some', 'heavy'] as const

/** Whether people need pads, or a helmet. */
export const PADS = ['not_needed', 'recommended', 'required'] as const

/** Whether wheelchair users can get there and ride (WCMX). */
export const WHEELCHAIR = ['no', 'partly', 'yes'] as const

/** Whether there's an admission fee. */
export const FEES = ['free', 'paid'] as const

/** Obstacle types. */
export const OBSTACLE_KINDS = [
  ...(['ledge', 'hubba', 'rail', 'stairs', 'gap', 'manual_pad', 'curb', 'bank', 'quarter'] as const),
  ...(['ramp', 'bowl', 'kicker', 'wallride', 'pole_jam', 'other'] as const),
] as const

/** An obstacle type. */
export type ObstacleKind = (typeof OBSTACLE_KINDS)[number]

/** Materials that an obstacle's edge can be made of. */
export const MATERIALS = [
  ...(['concrete', 'marble', 'granite', 'stone', 'brick', 'wood', 'metal', 'asphalt'] as const),
  ...(['plastic', 'other'] as const),
] as const

/** The material of an obstacle's edge. */
export type Material = (typeof MATERIALS)[number]

/** Materials that the ground can be made of, most common first. */
export const GROUNDS = [
  ...(['concrete', 'asphalt', 'wood', 'metal', 'plastic', 'stone', 'brick', 'granite'] as const),
  ...(['marble', 'other'] as const),
] as const satisfies readonly Material[]

/** The material of the ground. */
export type Ground = (typeof GROUNDS)[number]

/** Facts with a fixed set of values, and those values. Boolean facts are in `FACT_SWITCHES`. */
export const FACT_CHOICES = {
  surface: SURFACES,
  ground: GROUNDS,
  run_up: RUN_UPS,
  light_at_night: PARTS,
  roof: PARTS,
  traffic: AMOUNTS,
  crowd: AMOUNTS,
  pads: PADS,
  helmet: PADS,
  wheelchair: WHEELCHAIR,
  fee: FEES,
} as const

/** Boolean facts about who can ride at a spot. Wheelchairs have their own fact. */
export const FACT_RIDERS = ['boards', 'inline_skates', 'scooters', 'bmx'] as const

/** Boolean facts about what a spot has. */
export const FACT_AMENITIES = ['step_free', 'water', 'toilet', 'seats', 'parking', 'fenced'] as const

/** Boolean facts about a spot. */
export const FACT_SWITCHES = ['for_beginners', 'indoor', ...FACT_RIDERS, ...FACT_AMENITIES] as const

/** Facts with text that people type. */
export const FACT_TEXTS = ['fee_note', 'phone', 'website'] as const

/** The name of a fact with a fixed set of values. */
export type FactChoice = keyof typeof FACT_CHOICES
/** The name of a boolean fact. */
export type FactSwitch = (typeof FACT_SWITCHES)[number]
/** The name of a fact with text that people type. */
export type FactText = (typeof FACT_TEXTS)[number]
/** The name of any fact about a spot, not including its obstacles. */
export type FactName = FactChoice | FactSwitch | FactText | 'opening_hours'

/** All facts about a spot in display order, not including its obstacles. */
export const FACT_NAMES: readonly FactName[] = [
  ...(['surface', 'ground', 'run_up', 'light_at_night', 'roof', 'indoor', 'traffic', 'crowd'] as const),
  ...(['for_beginners', 'pads', 'helmet', 'wheelchair', ...FACT_RIDERS, ...FACT_AMENITIES] as const),
  ...(['fee', 'fee_note', 'opening_hours', 'phone', 'website'] as const),
]

/** Features that the map can filter by, in addition to the surface and obstacles. */
export const FACT_FEATURES = [
  ...(['lit', 'roofed', 'indoor', 'free', 'quiet', 'beginners', 'water', 'toilet', 'wheelchair'] as const),
  ...(['inline_skates', 'scooters', 'bmx'] as const),
] as const

/** One of {@link FACT_FEATURES}. */
export type FactFeature = (typeof FACT_FEATURES)[number]

/** Minimum and maximum obstacle measurements: lengths in centimeters, angles in degrees. */
export const OBSTACLE_LIMITS = {
  height_cm: [1, 1500],
  length_cm: [1, 20_000],
  stairs: [1, 150],
  angle: [1, 90],
} as const

/** The name of an obstacle measurement. */
export type ObstacleMeasure = keyof typeof OBSTACLE_LIMITS

/** The field name for a change of the spot's name, while that is a guess. */
export const NAME_FIELD = 'name'

/** Returns the field name for a change to an obstacle; all others but {@link NAME_FIELD} are names of facts. */
export function obstacleField(id: string): string {
  return `obstacle:${id}`
}

/** Returns the id of the obstacle that a changed field refers to; null for facts. */
export function obstacleOfField(field: string): string | null {
  return field.startsWith('obstacle:') ? field.slice('obstacle:'.length) : null
}

/** Returns the surfaces that a filter matches: the given one and all smoother ones. */
export function surfacesFrom(surface: Surface): readonly Surface[] {
  return SURFACES.slice(0, SURFACES.indexOf(surface) + 1)
}
