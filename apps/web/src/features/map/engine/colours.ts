const NAMES = {
  land: '--map-land',
  building: '--map-building',
  road: '--map-road',
  roadCase: '--map-case',
  highway: '--map-hwy',
  highwayLine: '--map-hwy-line',
  water: '--map-water',
  shore: '--map-shore',
  park: '--map-park',
  tree: '--map-tree',
  label: '--map-label',
  halo: '--map-label-halo',
  rail: '--map-rail',
  line: '--line-strong',
  me: '--me',
  ink: '--ink-2',
  parkLabel: '--type-park',
} as const

/** The map's colors in the current theme. */
export type Colours = Record<keyof typeof NAMES, string>

/** Returns the value of a design token, e.g. `--type-bowl`. */
export function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/** Reads the {@link Colours} from the style sheet. */
export function readColours(): Colours {
  return Object.fromEntries(Object.entries(NAMES).map(([key, name]) => [key, token(name)])) as Colours
}
