import { type Colour, colour, mix, type Point, type Space } from './space.ts'

/** Obstacle materials and their colors. */
export const STUFF = {
  concrete: colour('#d8d4c9'),
  granite: colour('#c9c4bf'),
  marble: colour('#efe6d6'),
  brick: colour('#c4694d'),
  wood: colour('#d9a561'),
  ply: colour('#e8c78d'),
  steel: colour('#8f98a3'),
  red: colour('#d8412b'),
  yellow: colour('#f2c230'),
  teal: colour('#2aa79b'),
  blue: colour('#3a66e0'),
  asphalt: colour('#8b8c90'),
  pool: colour('#54b9bd'),
  tile: colour('#3a6fb0'),
} as const satisfies Record<string, Colour>

type Box = { at: Point; size: Point; turn?: number }

function turned([cx, cy]: readonly [number, number, ...number[]], turn: number) {
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  return (x: number, y: number, z: number): Point => [cx + x * cos - y * sin, cy + x * sin + y * cos, z]
}

/** Draws an obstacle's shadow on the ground, away from the sun. */
function shadow(space: Space, corners: readonly Point[], height: number): void {
  const { sun, shade } = space.view
  const [dx, dy] = [(-sun[0] / sun[2]) * height * 0.8, (-sun[1] / sun[2]) * height * 0.8]
  const cast = corners.map(([x, y, z]): Point => [x + dx, y + dy, z])
  const dark = mix(shade, [30, 34, 60], 0.55)
  for (const [i, here] of corners.entries()) {
    const next = (i + 1) % corners.length
    const [a, b, c] = [corners[next], cast[next], cast[i]]
    if (a && b && c) space.ground([here, a, b, c], dark, 0.22)
  }
}

/** Draws a block; `at` is the center of its base, and `turn` is in radians. */
export function box(space: Space, { at, size, turn = 0 }: Box, base: Colour, top: Colour = base): void {
  const [w, d] = [size[0] / 2, size[1] / 2]
  const place = turned(at, turn)
  const [low, high] = [at[2], at[2] + size[2]]
  const foot = [place(-w, -d, low), place(w, -d, low), place(w, d, low), place(-w, d, low)] as const
  const lid = [place(-w, -d, high), place(w, -d, high), place(w, d, high), place(-w, d, high)] as const
  if (low === 0) shadow(space, foot, size[2])
  for (let i = 0; i < 4; i++) {
    const next = (i + 1) % 4
    space.face([foot[i], foot[next], lid[next], lid[i]].reverse() as Point[], base)
  }
  space.face([...lid].reverse(), top, { nearer: 0.05 })
}

/**
 * Draws a shape from its side view (x along, z up, counterclockwise), `width` wide. `colours` are per edge; the last
 * one is for the remaining edges.
 */
export function profile(
  space: Space,
  outline: readonly (readonly [x: number, z: number])[],
  { at, width, turn = 0 }: { at: Point; width: number; turn?: number },
  colours: readonly Colour[],
): void {
  const place = turned(at, turn)
  const side = (y: number) => outline.map(([x, z]) => place(x, y, at[2] + z))
  const [near, far] = [side(-width / 2), side(width / 2)]
  const last = colours.at(-1) ?? STUFF.concrete
  const xs = outline.map(([x]) => x)
  const [x0, x1] = [Math.min(...xs), Math.max(...xs)]
  const height = Math.max(...outline.map(([, z]) => z))
  if (at[2] === 0)
    shadow(
      space,
      [place(x0, -width / 2, 0), place(x1, -width / 2, 0), place(x1, width / 2, 0), place(x0, width / 2, 0)],
      height * 0.7,
    )
  space.face([...near].reverse(), last)
  space.face(far, last)
  for (const [i, here] of near.entries()) {
    const next = (i + 1) % near.length
    const [a, b, c] = [near[next], far[next], far[i]]
    if (a && b && c) space.face([here, c, b, a], colours[i] ?? last)
  }
}

/** Draws a wedge that rises toward x. */
export function bank(space: Space, at: Point, [run, width, rise]: Point, turn: number, base: Colour): void {
  return profile(
    space,
    [
      [0, 0],
      [run, 0],
      [run, rise],
    ],
    { at, width, turn },
    [base],
  )
}

/** Draws a transition that rises toward x, with coping and a deck behind it. */
export function quarter(
  space: Space,
  at: Point,
  {
    radius,
    rise,
    width,
    deck = 1.2,
    turn = 0,
  }: { radius: number; rise: number; width: number; deck?: number; turn?: number },
  base: Colour,
  surface: Colour = base,
): void {
  const end = Math.acos(Math.max(-1, 1 - rise / radius))
  const steps = 9
  const curve = Array.from({ length: steps + 1 }, (_, i): [number, number] => {
    const angle = (end * i) / steps
    return [radius * Math.sin(angle), radius * (1 - Math.cos(angle))]
  })
  const lip = curve.at(-1)?.[0] ?? 0
  const outline: [number, number][] = [[lip + deck, 0], [lip + deck, rise], ...curve.toReversed()]
  const edges = outline.map((_, i) => (i >= 2 && i < outline.length - 1 ? surface : base))
  profile(space, outline, { at, width, turn }, [...edges, base])
  const place = turned(at, turn)
  space.bar(place(lip, -width / 2, rise + 0.03), place(lip, width / 2, rise + 0.03), 0.09, STUFF.steel, 0.4)
}

/** Draws steps that rise away from the viewer along `turn`. */
export function stairs(
  space: Space,
  at: Point,
  {
    count,
    width,
    turn = Math.PI / 2,
    rise = 0.16,
    run = 0.34,
  }: { count: number; width: number; turn?: number; rise?: number; run?: number },
  base: Colour,
): void {
  const place = turned(at, turn)
  const total = count * run
  for (let i = 0; i < count; i++) {
    const middle = place((i * run + total) / 2, 0, 0)
    box(
      space,
      { at: [middle[0], middle[1], at[2] + i * rise], size: [total - i * run, width, rise], turn },
      base,
      mix(base, [255, 255, 255], 0.16),
    )
  }
}

/** Draws a bar on legs, level or down stairs. */
export function rail(space: Space, from: Point, to: Point, base: Colour, legs = 3, nearer = 0.6): void {
  const ground = (share: number) => Math.max(0, from[2] + (to[2] - from[2]) * share - 0.75)
  for (let i = 0; i < legs; i++) {
    const share = legs === 1 ? 0.5 : 0.04 + (0.92 * i) / (legs - 1)
    const x = from[0] + (to[0] - from[0]) * share
    const y = from[1] + (to[1] - from[1]) * share
    const z = from[2] + (to[2] - from[2]) * share
    space.bar([x, y, ground(share)], [x, y, z], 0.05, base, nearer)
  }
  space.bar(from, to, 0.075, base, nearer + 0.1)
}

/** Draws a hole with round walls, as rings from the rim down to the floor. */
export function bowl(
  space: Space,
  rim: (angle: number) => readonly [x: number, y: number],
  depth: number,
  wall: Colour,
  floor: Colour,
): void {
  const parts = 44
  const rings = 7
  const middle = (() => {
    const all = Array.from({ length: parts }, (_, i) => rim((i / parts) * Math.PI * 2))
    return [all.reduce((s, [x]) => s + x, 0) / parts, all.reduce((s, [, y]) => s + y, 0) / parts] as const
  })()
  const point = (ring: number, part: number): Point => {
    const share = ring / rings
    const [x, y] = rim((part / parts) * Math.PI * 2)
    const inwards = 0.52 * (1 - Math.cos((share * Math.PI) / 2))
    return [
      x + (middle[0] - x) * inwards,
      y + (middle[1] - y) * inwards,
      -depth * Math.sin((share * Math.PI) / 2),
    ]
  }
  const edge = Array.from({ length: parts }, (_, i): Point => {
    const [x, y] = rim((i / parts) * Math.PI * 2)
    return [x + (x - middle[0]) * 0.045, y + (y - middle[1]) * 0.045, 0]
  })
  space.ground(edge, colour('#fbf6e8'))
  for (let ring = 0; ring < rings; ring++) {
    for (let part = 0; part < parts; part++) {
      const corners = [
        point(ring + 1, part),
        point(ring + 1, part + 1),
        point(ring, part + 1),
        point(ring, part),
      ]
      const tint = ring === 0 ? STUFF.tile : mix(wall, floor, ring / rings)
      space.face(corners, tint, { nearer: -20 })
    }
  }
  space.face(Array.from({ length: parts }, (_, i) => point(rings, i)).reverse(), floor, {
    nearer: -20,
    both: true,
  })
}
