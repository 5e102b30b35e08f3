/** How smooth the ground is, best to worst; filtering by one includes the better ones. */
export const SURFACES = ['glassy', 'smooth', 'average', 'rough', 'crusty'] as const

/** How smooth the ground is. */
export type Surface = (typeof SURFACES)[number]

/** Room to push before the obstacle: up to three pushes, enough for one trick, or plenty. */
export const RUN_UPS = ['short', 'medium', 'long'] as const

/** How much of the spot is lit after dark, or covered by a roof. */
export const PARTS = ['none', 'partial', 'full'] as const

/** How much traffic there is: cars or people in the way. */
export const AMOUNTS = ['none', 'some', 'heavy'] as const

/** Whether pads are needed. */
export const PADS = ['not_needed', 'recommended', 'required'] as const

/** Whether people in a wheelchair can get there and ride (WCMX). */
export const WHEELCHAIR = ['no', 'partly', 'yes'] as const

/** Whether admission is charged. */
export const FEES = ['free', 'paid'] as const

/** Kinds of obstacles. */
export const OBSTACLE_KINDS = [
  ...(['ledge', 'hubba', 'rail', 'stairs', 'gap', 'manual_pad', 'curb', 'bank', 'quarter'] as const),
  ...(['ramp', 'bowl', 'kicker', 'wallride', 'pole_jam', 'other'] as const),
] as const

/** A kind of obstacle. */
export type ObstacleKind = (typeof OBSTACLE_KINDS)[number]

/** Materials of an obstacle's edge. */
export const MATERIALS = [
  ...(['concrete', 'marble', 'granite', 'stone', 'brick', 'wood', 'metal', 'asphalt'] as const),
  ...(['plastic', 'other'] as const),
] as const

/** A material of an obstacle's edge. */
export type Material = (typeof MATERIALS)[number]

/** The facts with a fixed set of values, and those values. Boolean facts are not listed here. */
export const FACT_CHOICES = {
  surface: SURFACES,
  run_up: RUN_UPS,
  light_at_night: PARTS,
  roof: PARTS,
  traffic: AMOUNTS,
  crowd: AMOUNTS,
  pads: PADS,
  wheelchair: WHEELCHAIR,
  fee: FEES,
} as const

/** The boolean facts of a spot. */
export const FACT_SWITCHES = ['water', 'toilet', 'for_beginners'] as const

/** The name of a fact that has choices. */
export type FactChoice = keyof typeof FACT_CHOICES
/** The name of a boolean fact. */
export type FactSwitch = (typeof FACT_SWITCHES)[number]
/** The name of any fact of a spot, except its obstacles. */
export type FactName = FactChoice | FactSwitch | 'fee_note' | 'opening_hours'

/** All facts of a spot except its obstacles, in display order. */
export const FACT_NAMES: readonly FactName[] = [
  ...(['surface', 'run_up', 'light_at_night', 'roof', 'traffic', 'crowd', 'for_beginners'] as const),
  ...(['pads', 'water', 'toilet', 'wheelchair', 'fee', 'fee_note', 'opening_hours'] as const),
]

/** Features that the map can filter by, in addition to surface and obstacles. */
export const FACT_FEATURES = ['lit', 'roofed', 'quiet', 'beginners', 'water', 'toilet', 'wheelchair'] as const

/** See {@link FACT_FEATURES}. */
export type FactFeature = (typeof FACT_FEATURES)[number]

/** Limits of an obstacle's measures: lengths in centimeters, angles in degrees. */
export const OBSTACLE_LIMITS = {
  height_cm: [1, 1500],
  length_cm: [1, 20_000],
  stairs: [1, 150],
  angle: [1, 90],
} as const

/** The name of a measure of an obstacle. */
export type ObstacleMeasure = keyof typeof OBSTACLE_LIMITS

/** The field of a change that concerns an obstacle; every other field is the name of a fact. */
export const obstacleField = (id: string): string => `obstacle:${id}`

/** The obstacle that a change's field refers to; null for facts. */
export const obstacleOfField = (field: string): string | null =>
  field.startsWith('obstacle:') ? field.slice('obstacle:'.length) : null

/** The surfaces that a filter matches: the given one and all better ones. */
export const surfacesFrom = (surface: Surface): readonly Surface[] =>
  SURFACES.slice(0, SURFACES.indexOf(surface) + 1)
