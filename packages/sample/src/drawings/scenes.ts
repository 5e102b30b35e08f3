import type { SpotType } from '@nollie/contract'
import { MOODS, type Mood, type MoodName } from './moods.ts'
import { createRandom, type Random } from './random.ts'
import { skater } from './skater.ts'
import { colour, mix, type Point, Space } from './space.ts'
import { floor, lamp, palm, skyline, sky, strip, tree } from './surroundings.ts'
import { bank, bowl, box, profile, quarter, rail, STUFF, stairs } from './obstacles.ts'

/** The size of every drawing in pixels. */
const [WIDTH, HEIGHT] = [1440, 1080]

/** A place's surroundings. */
export type Ground = 'city' | 'park' | 'beach' | 'under' | 'suburb'

type Stage = { space: Space; random: Random; mood: Mood; night: boolean }
type Eye = { eye?: Point; turn?: number; dip?: number; focus?: number }

const PAVING = ['#d9d2c3', '#cfcac4', '#d6c6b2', '#c9ccce'] as const

function around({ space, random, night }: Stage, ground: Ground): void {
  if (ground === 'city') {
    skyline(space, random, { night })
    for (let i = 0; i < 5; i++)
      tree(space, random, [-22 + i * 10 + random() * 4, 17 + random() * 10], 5 + random() * 2)
    if (night) lamp(space, [-4 + random() * 3, 12], true)
  }
  if (ground === 'park') {
    strip(space, 22, 400, '#7fae62')
    for (let i = 0; i < 9; i++)
      tree(
        space,
        random,
        [-34 + i * 8 + random() * 5, 25 + random() * 18],
        6 + random() * 3,
        random() < 0.3 ? '#88a84e' : '#5f9a50',
      )
  }
  if (ground === 'beach') {
    strip(space, 26, 46, '#ead7ae')
    strip(space, 46, 900, '#4ba3c3')
    for (let i = 0; i < 5; i++)
      palm(space, random, [-20 + i * 9 + random() * 5, 18 + random() * 8], 8 + random() * 3)
  }
  if (ground === 'suburb') {
    skyline(space, random, { from: 40, tall: 8, tones: ['#d9b49a', '#e7d9c2', '#b9c6cf'], night })
    for (let i = 0; i < 4; i++) tree(space, random, [-20 + i * 12 + random() * 5, 20 + random() * 6], 5)
    lamp(space, [7, 13], night)
  }
  if (ground === 'under') {
    skyline(space, random, { tall: 16, night })
    for (const x of [-12, 0.5, 13])
      for (const y of [12, 24]) box(space, { at: [x, y, 0], size: [1.3, 1.3, 6] }, STUFF.concrete)
    box(space, { at: [0, 17, 6], size: [60, 22, 1.4] }, mix(STUFF.concrete, [90, 90, 105], 0.35))
  }
}

function draw(
  seed: string,
  moodName: MoodName,
  ground: Ground,
  eye: Eye,
  make: (stage: Stage) => void,
  slabs = true,
): string {
  const random = createRandom(seed)
  const mood: Mood = MOODS[moodName]
  // Moves the viewpoint slightly, so that no two drawings look the same.
  const sway = (by: number) => (random() - 0.5) * 2 * by
  const { eye: [x, y, z] = [0, -6, 1.6], turn = 0, focus = 1_500 } = eye
  const from = {
    eye: [x + sway(0.9), y + sway(0.5), z * (1 + sway(0.08))] as const,
    turn: turn + sway(0.05),
    focus: focus * (1 + sway(0.1)),
  }
  const space = new Space({
    width: WIDTH,
    height: HEIGHT,
    dip: eye.dip ?? 0.09,
    ...from,
    sun: mood.sun,
    light: mood.light,
    shade: mood.shade,
    haze: mood.haze,
    clear: mood.clear,
  })
  const stage = { space, random, mood, night: mood.lamps }
  const back = sky(space, mood, random)
  const paving = PAVING[Math.floor(random() * PAVING.length)] ?? PAVING[0]
  floor(space, ground === 'suburb' ? STUFF.asphalt : colour(paving), { lines: slabs && ground !== 'suburb' })
  around(stage, ground)
  make(stage)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">${back}${space.svg()}<rect width="${WIDTH}" height="${HEIGHT}" fill="url(#air)"/></svg>`
}

type Scene = { eye: Eye; slabs?: boolean; make: (stage: Stage) => void }

const ledges: Scene = {
  eye: { eye: [-0.2, -6.4, 1.5] },
  make: ({ space, random }) => {
    const stone = random() < 0.5 ? STUFF.marble : STUFF.granite
    const top = mix(stone, [255, 255, 255], 0.25)
    box(space, { at: [1, 2.4, 0], size: [6.4, 0.9, 0.46] }, stone, top)
    box(space, { at: [-4.6, 6.4, 0], size: [5, 0.9, 0.62] }, stone, top)
    box(space, { at: [6, 8, 0], size: [5, 0.9, 0.4] }, stone, top)
    space.bar([-2.2, 1.95, 0.46], [4.2, 1.95, 0.46], 0.05, STUFF.steel, 0.5)
    skater(space, random, [0.9, 2.1, 0.49], 'grind', { shadowZ: null, nearer: 1.4 })
    if (random() < 0.6) skater(space, random, [-4.4, 9, 0], 'push', { leftwards: random() < 0.5 })
  },
}

const plaza: Scene = {
  eye: { eye: [0, -7.4, 2.4], dip: 0.15, focus: 1_350 },
  make: ({ space, random }) => {
    stairs(space, [3.5, 7, 0], { count: 5, width: 12, turn: Math.PI / 2 }, STUFF.granite)
    box(space, { at: [3.5, 13.5, 0.001], size: [14, 9.6, 0.8] }, STUFF.granite)
    box(
      space,
      { at: [-4.6, 4.6, 0], size: [1, 6, 0.5], turn: -0.12 },
      STUFF.marble,
      mix(STUFF.marble, [255, 255, 255], 0.3),
    )
    box(space, { at: [2, 2.6, 0], size: [3.6, 1.5, 0.26], turn: 0.08 }, STUFF.granite)
    box(space, { at: [-9, 13, 0], size: [2.4, 2.4, 0.6] }, STUFF.concrete)
    tree(space, random, [-9, 13], 6.5)
    skater(space, random, [2, 2.4, 0.28], 'ollie', { shadowZ: null, nearer: 1.5 })
    skater(space, random, [-2.4, 8, 0], 'push', { leftwards: true })
    skater(space, random, [6, 9.8, 0.8], 'stand', { shadowZ: null, nearer: 2 })
  },
}

function stairSet(withRail: boolean): Scene {
  return {
    eye: { eye: [-6.6, -5.6, 1.5], dip: 0, turn: 0.52, focus: 1_350 },
    make: ({ space, random }) => {
      const stone = random() < 0.5 ? STUFF.concrete : STUFF.granite
      stairs(space, [0.6, 2.2, 0], { count: 9, width: 6 }, stone)
      box(space, { at: [1.5, 9.2, 0.001], size: [26, 8, 1.44] }, stone)
      box(space, { at: [12, 12, 1.44], size: [12, 3, 9] }, STUFF.brick)
      profile(
        space,
        [
          [0, 0],
          [0.5, 0],
          [3.6, 1.44],
          [3.6, 1.86],
          [0, 0.42],
        ],
        { at: [4.4, 2, 0], width: 0.7, turn: Math.PI / 2 },
        [stone, stone, stone, mix(stone, [255, 255, 255], 0.25), stone],
      )
      if (withRail) rail(space, [-0.5, 1.5, 0.75], [-0.5, 5.3, 2.3], STUFF.red, 3, 1.2)
      skater(space, random, withRail ? [-0.5, 3.7, 1.78] : [0.6, 2.6, 1.7], withRail ? 'grind' : 'ollie', {
        shadowZ: null,
        nearer: 3,
        lean: withRail ? 0.1 : -0.08,
      })
    },
  }
}

const pool: Scene = {
  eye: { eye: [0, -8.6, 4.4], dip: 0.33, focus: 1_280 },
  make: ({ space, random }) => {
    const [wobble, wide] = [0.16 + random() * 0.16, 4.9 + random() * 0.7]
    const tone = random() < 0.55 ? STUFF.pool : STUFF.concrete
    const rim = (angle: number) =>
      [
        Math.cos(angle) * wide * (1 + wobble * Math.sin(angle)),
        2.4 + Math.sin(angle) * 3.1 * (1 - wobble * Math.cos(angle * 2)),
      ] as const
    bowl(space, rim, 2.4, tone, mix(tone, [255, 255, 240], 0.45))
    skater(space, random, [3.2, 4.4, 0.35], 'air', { shadowZ: null, nearer: 2, leftwards: true, lean: 0.25 })
    skater(space, random, [-6.8, 5.4, 0], 'stand', { shadowZ: 0 })
  },
}

const skatepark: Scene = {
  eye: { eye: [-0.6, -8.4, 4.6], dip: 0.3, focus: 1_350 },
  slabs: false,
  make: ({ space, random }) => {
    quarter(
      space,
      [5.2, 7, 0],
      { radius: 2.4, rise: 1.7, width: 9, turn: 0.15 },
      STUFF.concrete,
      mix(STUFF.concrete, [255, 255, 255], 0.2),
    )
    quarter(
      space,
      [-6, 8, 0],
      { radius: 2.4, rise: 1.5, width: 7, turn: Math.PI - 0.2 },
      STUFF.concrete,
      mix(STUFF.concrete, [255, 255, 255], 0.2),
    )
    profile(
      space,
      [
        [-2.2, 0],
        [2.2, 0],
        [0.8, 0.8],
        [-0.8, 0.8],
      ],
      { at: [0.4, 4.4, 0], width: 3, turn: 0.3 },
      [STUFF.granite],
    )
    box(space, { at: [-3.6, 1, 0], size: [3.8, 0.8, 0.42], turn: 0.5 }, STUFF.yellow)
    box(space, { at: [0.2, 4.4, 0.8], size: [1.5, 0.7, 0.32], turn: 0.3 }, STUFF.red)
    rail(space, [2.4, 0.2, 0.42], [5.4, 1.6, 0.42], STUFF.blue, 2)
    skater(space, random, [0.3, 4.3, 1.14], 'grind', { shadowZ: null, nearer: 2.4 })
    skater(space, random, [-1.4, -1.2, 0], 'push')
    skater(space, random, [7.2, 6, 1.9], 'air', { shadowZ: null, nearer: 2, leftwards: true })
  },
}

function halfPipe(rise: number, wooden: boolean): Scene {
  return {
    eye: { eye: [0.4, rise > 2 ? -9.5 : -6.6, 1.5 + rise * 0.4], dip: 0.06, focus: rise > 2 ? 1_350 : 1_550 },
    make: ({ space, random }) => {
      const base = wooden ? STUFF.wood : STUFF.concrete
      const top = wooden ? STUFF.ply : mix(STUFF.concrete, [255, 255, 255], 0.2)
      const radius = Math.max(2, rise * 1.02)
      quarter(space, [1.6, 4, 0], { radius, rise, width: 6 }, base, top)
      quarter(space, [-1.6, 4, 0], { radius, rise, width: 6, turn: Math.PI }, base, top)
      space.ground(
        [
          [-1.7, 1, 0],
          [1.7, 1, 0],
          [1.7, 7, 0],
          [-1.7, 7, 0],
        ],
        top,
      )
      const lip = 1.6 + radius * Math.sin(Math.acos(Math.max(-1, 1 - rise / radius)))
      skater(space, random, [-lip + 0.1, 3, rise + 0.45], 'air', { shadowZ: null, nearer: 3, lean: -0.5 })
      skater(space, random, [lip + 0.7, 4.6, rise], 'stand', { shadowZ: null, nearer: 2.4, leftwards: true })
    },
  }
}

const banks: Scene = {
  eye: { eye: [-2.6, -4.4, 1.6], dip: 0.03, turn: 0.3, focus: 1_300 },
  make: ({ space, random }) => {
    const stone = random() < 0.5 ? STUFF.brick : STUFF.concrete
    bank(space, [0, 4.2, 0], [4.4, 22, 2.2], Math.PI / 2, stone)
    box(space, { at: [0, 10, 0.001], size: [22, 2.8, 2.2] }, stone)
    box(space, { at: [0, 11.6, 2.2], size: [22, 0.4, 0.9] }, STUFF.concrete)
    skater(space, random, [0.8, 5.6, 0.95], 'cruise', { shadowZ: null, nearer: 2.5, lean: -0.22 })
  },
}

const gap: Scene = {
  eye: { eye: [0, -6.4, 1.1], dip: -0.01, focus: 1_500 },
  make: ({ space, random }) => {
    box(
      space,
      { at: [-5.6, 4, 0], size: [6, 4, 1.1] },
      STUFF.granite,
      mix(STUFF.granite, [255, 255, 255], 0.2),
    )
    box(
      space,
      { at: [5.4, 4, 0], size: [6, 4, 0.8] },
      STUFF.granite,
      mix(STUFF.granite, [255, 255, 255], 0.2),
    )
    box(space, { at: [0, 9.4, 0], size: [30, 1, 2.4] }, STUFF.brick)
    skater(space, random, [0.2, 3.2, 1.85], 'ollie', { shadowZ: 0, nearer: 3, lean: 0.06 })
  },
}

const manualPad: Scene = {
  eye: { eye: [0.4, -5, 1.9], dip: 0.12 },
  make: ({ space, random }) => {
    box(
      space,
      { at: [0.6, 3, 0], size: [6.6, 2.6, 0.24] },
      STUFF.concrete,
      mix(STUFF.concrete, [255, 255, 255], 0.3),
    )
    box(space, { at: [-6, 7, 0], size: [3.4, 2, 0.36] }, STUFF.granite)
    skater(space, random, [0.4, 2.6, 0.26], 'cruise', { shadowZ: null, nearer: 1.6, lean: -0.18 })
    skater(space, random, [5.6, 8, 0], 'stand')
  },
}

const diy: Scene = {
  eye: { eye: [-0.4, -5.2, 2], dip: 0.13, focus: 1_350 },
  slabs: false,
  make: ({ space, random }) => {
    quarter(space, [3, 4.6, 0], { radius: 1.9, rise: 1.3, width: 3.4, turn: 0.3, deck: 0.5 }, STUFF.concrete)
    bank(space, [-2.9, 5.4, 0], [2.6, 3.4, 1.2], Math.PI * 0.86, STUFF.brick)
    profile(
      space,
      [
        [-1.7, 0],
        [1.7, 0],
        [0.5, 0.62],
        [-0.5, 0.62],
      ],
      { at: [-0.8, 3.4, 0], width: 1.7, turn: -0.2 },
      [STUFF.concrete],
    )
    for (const [x, y] of [
      [4.6, 1.4],
      [5, 1.9],
      [4.2, 1.9],
    ] as const)
      box(space, { at: [x, y, 0], size: [0.7, 0.46, 0.24], turn: x }, STUFF.marble)
    box(space, { at: [-6.4, 2.6, 0], size: [0.5, 0.5, 0.9] }, STUFF.red)
    box(space, { at: [-6.4, 2.6, 0.3], size: [0.52, 0.52, 0.2] }, STUFF.marble)
    skater(space, random, [-0.7, 3.2, 0.66], 'grind', { shadowZ: null, nearer: 1.6 })
    skater(space, random, [5.8, 6, 0], 'stand', { leftwards: true })
  },
}

const street: Scene = {
  eye: { eye: [-0.4, -5, 1.5], dip: 0.04 },
  slabs: false,
  make: ({ space, random, night }) => {
    box(space, { at: [0, 7, 0], size: [60, 5, 0.16] }, STUFF.concrete)
    box(space, { at: [0, 4.6, 0], size: [60, 0.3, 0.2] }, STUFF.red)
    box(space, { at: [-9, 15, 0], size: [14, 6, 8] }, STUFF.brick)
    box(space, { at: [8, 16, 0], size: [16, 6, 6.4] }, STUFF.marble)
    lamp(space, [4.2, 6.4], night)
    box(space, { at: [-4.2, 5.8, 0.16], size: [0.34, 0.34, 0.62] }, STUFF.yellow)
    box(space, { at: [-4.2, 5.8, 0.5], size: [0.6, 0.2, 0.16] }, STUFF.yellow)
    skater(space, random, [0.4, 4.3, 0.22], 'grind', { shadowZ: null, nearer: 1.2 })
    skater(space, random, [-3, 2, 0], 'push')
  },
}

const flatRail: Scene = {
  eye: { eye: [-0.2, -5, 1.4], dip: 0.06 },
  make: ({ space, random }) => {
    rail(space, [-3.4, 2.6, 0.5], [3.6, 2.9, 0.5], random() < 0.5 ? STUFF.yellow : STUFF.teal, 4)
    box(space, { at: [-6, 9, 0], size: [8, 1, 0.5] }, STUFF.granite)
    box(space, { at: [8, 11, 0], size: [6, 2, 3] }, STUFF.concrete)
    skater(space, random, [0.2, 2.7, 0.54], 'grind', { shadowZ: null, nearer: 1.4 })
    skater(space, random, [-5, 6, 0], 'cruise')
  },
}

const quarterWall: Scene = {
  eye: { eye: [-1.4, -6.8, 1.8], dip: 0.02, turn: 0.34, focus: 1_350 },
  make: ({ space, random }) => {
    quarter(space, [1.4, 3.6, 0], { radius: 2.6, rise: 2.2, width: 7 }, STUFF.wood, STUFF.ply)
    rail(space, [4.7, 0.2, 2.95], [4.7, 7, 2.95], STUFF.steel, 3)
    skater(space, random, [3.3, 2.2, 2.9], 'air', { shadowZ: null, nearer: 2.6, leftwards: true, lean: 0.4 })
  },
}

const BY_TYPE: Record<SpotType, readonly Scene[]> = {
  street: [street, ledges],
  park: [skatepark, quarterWall],
  vert: [halfPipe(3.4, true)],
  bowl: [pool],
  ledges: [ledges],
  rails: [flatRail, stairSet(true)],
  stairs: [stairSet(false), stairSet(true)],
  'mini-ramp': [halfPipe(1.4, true)],
  bank: [banks],
  gap: [gap],
  'manual-pad': [manualPad],
  quarter: [quarterWall],
  plaza: [plaza, ledges],
  diy: [diy],
  other: [street],
}

const HOURS: readonly MoodName[] = [
  'noon',
  'gold',
  'sunset',
  'morning',
  'rose',
  'mint',
  'noon',
  'grey',
  'night',
]

/** Draws a spot of this type as a 1440 x 1080 SVG; the same seed gives the same drawing. */
export function drawSpot(type: SpotType, seed: string, ground: Ground): string {
  const random = createRandom(`${seed} ${type}`)
  const scenes = BY_TYPE[type]
  const scene = scenes[Math.floor(random() * scenes.length)] ?? ledges
  const hour = HOURS[Math.floor(random() * HOURS.length)] ?? 'noon'
  return draw(`${seed} ${type}`, hour, ground, scene.eye, scene.make, scene.slabs)
}
