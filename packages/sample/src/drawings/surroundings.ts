import type { Mood } from './moods.ts'
import { type Colour, colour, css, mix, type Point, type Space } from './space.ts'
import { box, STUFF } from './obstacles.ts'

type Random = () => number

function between(random: Random, low: number, high: number): number {
  return low + (high - low) * random()
}

/** Draws the background: sky, sun or moon, and clouds. */
export function sky(space: Space, mood: Mood, random: Random): string {
  const { width, height } = space.view
  const [top, middle, foot] = mood.sky
  const horizon = space.at([space.view.eye[0], 4_000, 0]).y / height
  const parts = [
    `<defs><linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${top}"/><stop offset="${Math.max(0.1, horizon * 0.6)}" stop-color="${middle}"/><stop offset="${Math.min(1, Math.max(0.2, horizon))}" stop-color="${foot}"/></linearGradient>`,
    `<radialGradient id="glow"><stop offset="0" stop-color="${mood.disc?.colour ?? foot}" stop-opacity=".85"/><stop offset="1" stop-color="${mood.disc?.colour ?? foot}" stop-opacity="0"/></radialGradient>`,
    '<linearGradient id="air" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".16"/><stop offset=".55" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#0b1030" stop-opacity=".18"/></linearGradient></defs>',
    `<rect width="${width}" height="${height}" fill="url(#sky)"/>`,
  ]
  if (mood.disc) {
    const { x, y, r, colour: fill } = mood.disc
    parts.push(
      `<circle cx="${x * width}" cy="${y * height}" r="${r * 5}" fill="url(#glow)"/><circle cx="${x * width}" cy="${y * height}" r="${r}" fill="${fill}"/>`,
    )
  }
  if (mood.lamps) {
    for (let i = 0; i < 26; i++)
      parts.push(
        `<circle cx="${random() * width}" cy="${random() * height * 0.32}" r="${0.8 + random() * 1.4}" fill="#fff" opacity="${0.25 + random() * 0.5}"/>`,
      )
  }
  if (mood.clouds)
    for (let i = 0; i < 3; i++) parts.push(cloud(random, width, height * Math.max(0.2, horizon), mood.clouds))
  return parts.join('')
}

function cloud(random: Random, width: number, below: number, fill: string): string {
  const [x, y, size] = [random() * width, between(random, 0.12, 0.6) * below, between(random, 60, 130)]
  const puffs = Array.from({ length: 5 }, (_, i) => {
    const rx = size * between(random, 0.7, 1.2)
    return `<ellipse cx="${x + (i - 2) * size * 0.8}" cy="${y - (2 - Math.abs(i - 2)) * size * 0.16}" rx="${rx}" ry="${rx * 0.34}"/>`
  })
  return `<g fill="${fill}" opacity="${between(random, 0.55, 0.9)}">${puffs.join('')}</g>`
}

/** Draws the ground up to the horizon, with joints between its slabs. */
export function floor(space: Space, base: Colour, { slab = 2.4, lines = true } = {}): void {
  const { eye } = space.view
  space.ground(
    [
      [eye[0] - 900, eye[1] - 30, 0],
      [eye[0] - 900, 900, 0],
      [eye[0] + 900, 900, 0],
      [eye[0] + 900, eye[1] - 30, 0],
    ],
    base,
  )
  if (!lines) return
  const dark = mix(base, [60, 60, 80], 0.35)
  for (let i = -16; i <= 16; i++) {
    space.groundLine([i * slab, -4, 0], [i * slab, 60, 0], dark, 0.035, 0.4)
    if (i >= -2) space.groundLine([-50, i * slab + 3, 0], [50, i * slab + 3, 0], dark, 0.035, 0.4)
  }
}

/** Draws a row of houses in the distance. */
export function skyline(
  space: Space,
  random: Random,
  { from = 70, tall = 26, tones = ['#c9ccd4', '#b7bfcd', '#d8cfc4'], night = false } = {},
): void {
  for (let x = -110; x < 110; ) {
    const [w, h, y] = [between(random, 7, 16), between(random, tall * 0.3, tall), from + random() * 40]
    const tone = colour(tones[Math.floor(random() * tones.length)] ?? '#c9ccd4')
    box(space, { at: [x + w / 2, y, 0.001], size: [w, 12, h] }, tone)
    windows(space, x, y - 6, w, h, night, random)
    x += w + between(random, -2, 5)
  }
}

function windows(
  space: Space,
  x: number,
  y: number,
  w: number,
  h: number,
  night: boolean,
  random: Random,
): void {
  for (let z = 3; z < h - 2; z += 3.4) {
    for (let i = 1; i < w - 1.5; i += 2.6) {
      if (random() < 0.35) continue
      const tone = night && random() < 0.45 ? colour('#ffd98a') : mix(space.view.shade, space.view.haze, 0.5)
      space.face(
        [
          [x + i, y - 0.05, z + 1.6],
          [x + i + 1.3, y - 0.05, z + 1.6],
          [x + i + 1.3, y - 0.05, z],
          [x + i, y - 0.05, z],
        ],
        tone,
        { nearer: 7, both: true },
      )
    }
  }
}

/** Draws a tree with round leaves in two tones, lit from the upper left. */
export function tree(
  space: Space,
  random: Random,
  [x, y]: readonly [number, number],
  height = 5,
  leaf = '#5f9a50',
): void {
  const foot = space.at([x, y, 0])
  const head = space.at([x, y, height])
  const size = foot.metre * height * 0.2
  const tone = space.faded(lightened(space, colour(leaf)), foot.depth)
  const dark = mix(tone, [28, 52, 78], 0.34)
  const puffs = Array.from({ length: 9 }, () => ({
    x: head.x + between(random, -1.25, 1.25) * size,
    y: head.y + between(random, -0.55, 1.3) * size,
    r: size * between(random, 0.66, 1.02),
  }))
  const circles = (dx: number, dy: number, by: number) =>
    puffs
      .map(
        (p) =>
          `<circle cx="${(p.x + dx * size).toFixed(1)}" cy="${(p.y + dy * size).toFixed(1)}" r="${(p.r * by).toFixed(1)}"/>`,
      )
      .join('')
  const trunk = css(space.faded(colour('#5a463c'), foot.depth))
  space.ground(
    Array.from(
      { length: 14 },
      (_, i): Point => [
        x + 1.4 + Math.cos((i / 14) * 6.283) * height * 0.34,
        y + 0.5 + Math.sin((i / 14) * 6.283) * height * 0.2,
        0,
      ],
    ),
    [40, 50, 80],
    0.2,
  )
  space.piece(
    foot.depth,
    `<path d="M${foot.x} ${foot.y}L${head.x} ${head.y + size * 0.6}" stroke="${trunk}" stroke-width="${(size * 0.26).toFixed(1)}"/><g fill="${css(dark)}">${circles(0, 0.12, 1)}</g><g fill="${css(tone)}">${circles(-0.2, -0.2, 0.76)}</g>`,
  )
}

function lightened(space: Space, base: Colour): Colour {
  const { light } = space.view
  return [(base[0] * light[0]) / 255, (base[1] * light[1]) / 255, (base[2] * light[2]) / 255]
}

/** Draws a palm tree that leans a little. */
export function palm(space: Space, random: Random, [x, y]: readonly [number, number], height = 8): void {
  const foot = space.at([x, y, 0])
  const head = space.at([x + between(random, -0.8, 0.8), y, height])
  const size = foot.metre
  const leaf = css(space.faded(lightened(space, colour('#3f7d5b')), foot.depth))
  const dark = css(space.faded(lightened(space, colour('#2b5a52')), foot.depth))
  const fronds = Array.from({ length: 9 }, (_, i) => {
    const angle = Math.PI * (0.06 + (i / 8) * 0.88) * -1
    const length = size * between(random, 1.5, 2.1)
    const [tx, ty] = [
      head.x + Math.cos(angle) * length,
      head.y + Math.sin(angle) * length * 0.5 + length * 0.42,
    ]
    const [mx, my] = [
      head.x + Math.cos(angle) * length * 0.6,
      head.y + Math.sin(angle) * length * 0.75 - length * 0.1,
    ]
    return `<path d="M${head.x} ${head.y}Q${mx} ${my} ${tx} ${ty}Q${mx} ${my + size * 0.42} ${head.x} ${head.y}" fill="${i % 2 ? leaf : dark}"/>`
  })
  const trunk = css(space.faded(lightened(space, colour('#8a6a52')), foot.depth))
  space.piece(
    foot.depth,
    `<path d="M${foot.x} ${foot.y}Q${(foot.x + head.x) / 2 + size * 0.3} ${(foot.y + head.y) / 2} ${head.x} ${head.y}" stroke="${trunk}" stroke-width="${(size * 0.26).toFixed(1)}" fill="none" stroke-linecap="round"/>${fronds.join('')}`,
  )
}

/** Draws a street lamp, which is lit at night. */
export function lamp(space: Space, [x, y]: readonly [number, number], on: boolean): void {
  space.bar([x, y, 0], [x, y, 5.2], 0.12, STUFF.steel)
  space.bar([x, y, 5.2], [x - 0.9, y, 5.4], 0.1, STUFF.steel)
  if (!on) return
  const head = space.at([x - 0.9, y, 5.3])
  space.piece(
    head.depth - 1,
    `<circle cx="${head.x}" cy="${head.y}" r="${head.metre * 2.4}" fill="url(#glow)" opacity=".5"/><circle cx="${head.x}" cy="${head.y}" r="${head.metre * 0.24}" fill="#fff3c9"/>`,
  )
}

/** Draws water or a meadow in the background. */
export function strip(space: Space, from: number, to: number, hex: string): void {
  return space.ground(
    [
      [-400, from, 0],
      [-400, to, 0],
      [400, to, 0],
      [400, from, 0],
    ],
    colour(hex),
  )
}
