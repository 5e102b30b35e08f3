/** How the ground rolls, from best to worst; a filter by one of them takes the better ones, too. */
export const SURFACES = ['glassy', 'smooth', 'average', 'rough', 'crusty'] as const

/** How the ground rolls. */
export type Surface = (typeof SURFACES)[number]

/** Room to push before the obstacle: up to three pushes, enough for one trick, or as much as one wants. */
export const RUN_UPS = ['short', 'medium', 'long'] as const

/** How much of the spot is lit after dark, or under a roof. */
export const PARTS = ['none', 'partial', 'full'] as const

/** How much of something there is: cars in the way, people in the way. */
export const AMOUNTS = ['none', 'some', 'heavy'] as const

/** Whether one skates in pads there. */
export const PADS = ['not_needed', 'recommended', 'required'] as const

/** Whether people in a wheelchair get there and can ride (WCMX). */
export const WHEELCHAIR = ['no', 'partly', 'yes'] as const

/** Whether one pays to get in. */
export const FEES = ['free', 'paid'] as const

/** What stands there to skate. */
export const OBSTACLE_KINDS = [
  ...(['ledge', 'hubba', 'rail', 'stairs', 'gap', 'manual_pad', 'curb', 'bank', 'quarter'] as const),
  ...(['ramp', 'bowl', 'kicker', 'wallride', 'pole_jam', 'other'] as const),
] as const

/** What stands there to skate. */
export type ObstacleKind = (typeof OBSTACLE_KINDS)[number]

/** What an obstacle is made of, where one grinds it. */
export const MATERIALS = [
  ...(['concrete', 'marble', 'granite', 'stone', 'brick', 'wood', 'metal', 'asphalt'] as const),
  ...(['plastic', 'other'] as const),
] as const

/** What an obstacle is made of. */
export type Material = (typeof MATERIALS)[number]

/** The facts of a spot that have a few values each, with these values. Booleans have none here. */
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

/** The facts of a spot that are so or not. */
export const FACT_SWITCHES = ['water', 'toilet', 'for_beginners'] as const

/** The name of a fact that has choices. */
export type FactChoice = keyof typeof FACT_CHOICES
/** The name of a fact that is so or not. */
export type FactSwitch = (typeof FACT_SWITCHES)[number]
/** The name of a fact of a spot, its obstacles excepted. */
export type FactName = FactChoice | FactSwitch | 'fee_note' | 'opening_hours'

/** All facts of a spot but its obstacles, in the order in which they are shown. */
export const FACT_NAMES: readonly FactName[] = [
  ...(['surface', 'run_up', 'light_at_night', 'roof', 'traffic', 'crowd', 'for_beginners'] as const),
  ...(['pads', 'water', 'toilet', 'wheelchair', 'fee', 'fee_note', 'opening_hours'] as const),
]

/** What the map filters by beside surface and obstacles. */
export const FACT_FEATURES = ['lit', 'roofed', 'quiet', 'beginners', 'water', 'toilet', 'wheelchair'] as const

/** See {@link FACT_FEATURES}. */
export type FactFeature = (typeof FACT_FEATURES)[number]

/** Limits of an obstacle: lengths in centimetres, an angle in degrees. */
export const OBSTACLE_LIMITS = {
  height_cm: [1, 1500],
  length_cm: [1, 20_000],
  stairs: [1, 150],
  angle: [1, 90],
} as const

/** The name of a measure of an obstacle. */
export type ObstacleMeasure = keyof typeof OBSTACLE_LIMITS

/** The field of a change that is about an obstacle; every other field is the name of a fact. */
export const obstacleField = (id: string): string => `obstacle:${id}`

/** The obstacle that a field of a change is about; null for facts. */
export const obstacleOfField = (field: string): string | null =>
  field.startsWith('obstacle:') ? field.slice('obstacle:'.length) : null

/** The surfaces that a filter by one of them takes: it and the better ones. */
export const surfacesFrom = (surface: Surface): readonly Surface[] =>
  SURFACES.slice(0, SURFACES.indexOf(surface) + 1)
