/** A point in meters: to the right, away, and up. */
export type Point = readonly [x: number, y: number, z: number]
/** Red, green, and blue, from 0 to 255. */
export type Colour = readonly [number, number, number]

/** The viewpoint and the light. */
export type View = {
  width: number
  height: number
  /** The eye's position and height; it looks along y. */
  eye: Point
  /** Radians; positive values look to the right and down. */
  turn: number
  dip: number
  /** Pixels per meter at a distance of one meter. */
  focus: number
  /** The direction that the light comes from. */
  sun: Point
  light: Colour
  shade: Colour
  /** The color that distant objects fade into. */
  haze: Colour
  /** The distance in meters at which a color is half haze. */
  clear: number
}

type Drawn = { depth: number; svg: string }

const NEAR = 0.35

export function colour(hex: string): Colour {
  const value = Number.parseInt(hex.replace('#', ''), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

export function css([r, g, b]: Colour): string {
  return `rgb(${Math.round(r)},${Math.round(g)},${Math.round(b)})`
}

export function mix(a: Colour, b: Colour, share: number): Colour {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share, a[2] + (b[2] - a[2]) * share]
}

function lit(a: Colour, b: Colour): Colour {
  return [
    Math.min(255, (a[0] * b[0]) / 255),
    Math.min(255, (a[1] * b[1]) / 255),
    Math.min(255, (a[2] * b[2]) / 255),
  ]
}

function minus(a: Point, b: Point): Point {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function cross(a: Point, b: Point): Point {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function dot(a: Point, b: Point): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

function unit(a: Point): Point {
  const length = Math.hypot(...a) || 1
  return [a[0] / length, a[1] / length, a[2] / length]
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}

/** Flat shapes in space, drawn from far to near. */
export class Space {
  readonly view: View
  readonly #drawn: Drawn[] = []
  readonly #ground: string[] = []
  readonly #cos: [number, number]
  readonly #sin: [number, number]

  constructor(view: View) {
    this.view = view
    this.#cos = [Math.cos(view.turn), Math.cos(view.dip)]
    this.#sin = [Math.sin(view.turn), Math.sin(view.dip)]
  }

  #seen([px, py, pz]: Point): Point {
    const { eye } = this.view
    const [x, y, z] = [px - eye[0], py - eye[1], pz - eye[2]]
    const right = x * this.#cos[0] - y * this.#sin[0]
    const ahead = x * this.#sin[0] + y * this.#cos[0]
    return [right, ahead * this.#cos[1] - z * this.#sin[1], ahead * this.#sin[1] + z * this.#cos[1]]
  }

  #flat([x, depth, z]: Point): [number, number] {
    const { width, height, focus } = this.view
    return [width / 2 + (x * focus) / depth, height / 2 - (z * focus) / depth]
  }

  /** Projects a point to the drawing; `metre` is the number of pixels per meter there. */
  at(point: Point): { x: number; y: number; metre: number; depth: number } {
    const seen = this.#seen(point)
    const depth = Math.max(NEAR, seen[1])
    const [x, y] = this.#flat([seen[0], depth, seen[2]])
    return { x, y, metre: this.view.focus / depth, depth }
  }

  /** Mixes a color with haze, depending on its distance. */
  faded(base: Colour, depth: number): Colour {
    return mix(base, this.view.haze, 1 - 0.5 ** (Math.max(0, depth) / this.view.clear))
  }

  #path(points: readonly Point[]): { path: string; depth: number } | null {
    const seen = points.map((point) => this.#seen(point))
    const visible: Point[] = []
    for (const [i, here] of seen.entries()) {
      const next = seen[(i + 1) % seen.length] ?? here
      if (here[1] >= NEAR) visible.push(here)
      if (here[1] >= NEAR !== next[1] >= NEAR) {
        const share = (NEAR - here[1]) / (next[1] - here[1])
        visible.push([here[0] + (next[0] - here[0]) * share, NEAR, here[2] + (next[2] - here[2]) * share])
      }
    }
    if (visible.length < 3) return null
    const path = visible.map((point) => this.#flat(point).map(round).join(' ')).join('L')
    return { path: `M${path}Z`, depth: visible.reduce((sum, p) => sum + p[1], 0) / visible.length }
  }

  #coloured(base: Colour, normal: Point, depth: number): Colour {
    const { light, shade, sun } = this.view
    const share = Math.max(0, dot(normal, unit(sun)))
    return this.faded(lit(base, mix(shade, light, share ** 0.8)), depth)
  }

  /** Adds a flat face, with its corners clockwise as seen from outside; faces that are turned away aren't drawn. */
  face(points: readonly Point[], base: Colour, { nearer = 0, both = false } = {}): void {
    const [a, b, c] = points
    if (!a || !b || !c) return
    let normal = unit(cross(minus(c, a), minus(b, a)))
    const faces = dot(normal, minus(this.view.eye, a)) > 0
    if (!faces && !both) return
    if (!faces) normal = [-normal[0], -normal[1], -normal[2]]
    const found = this.#path(points)
    if (!found) return
    const fill = css(this.#coloured(base, normal, found.depth))
    this.#drawn.push({
      depth: found.depth - nearer,
      svg: `<path d="${found.path}" fill="${fill}" stroke="${fill}" stroke-width=".8" stroke-linejoin="round"/>`,
    })
  }

  /** Adds a flat shape on the ground, below all upright shapes. */
  ground(points: readonly Point[], base: Colour, opacity = 1): void {
    const found = this.#path(points)
    if (!found) return
    const fill = css(this.#coloured(base, [0, 0, 1], Math.min(found.depth, this.view.clear * 0.6)))
    this.#ground.push(`<path d="${found.path}" fill="${fill}" opacity="${opacity}"/>`)
  }

  /** Adds a line on the ground. */
  groundLine(from: Point, to: Point, base: Colour, metres: number, opacity: number): void {
    const side = unit(cross(minus(to, from), [0, 0, 1]))
    const by = (p: Point, s: number): Point => [
      p[0] + (side[0] * metres * s) / 2,
      p[1] + (side[1] * metres * s) / 2,
      p[2],
    ]
    this.ground([by(from, 1), by(to, 1), by(to, -1), by(from, -1)], base, opacity)
  }

  /** Adds a round bar. */
  bar(from: Point, to: Point, metres: number, base: Colour, nearer = 0): void {
    const [a, b] = [this.at(from), this.at(to)]
    const depth = (a.depth + b.depth) / 2
    const width = Math.max(1, metres * this.view.focus) / depth
    const fill = css(this.#coloured(base, unit([-0.4, -0.6, 0.7]), depth))
    this.#drawn.push({
      depth: depth - nearer,
      svg: `<path d="M${round(a.x)} ${round(a.y)}L${round(b.x)} ${round(b.y)}" stroke="${fill}" stroke-width="${round(width)}" stroke-linecap="round"/>`,
    })
  }

  /** Adds finished SVG at a depth. */
  piece(depth: number, svg: string): void {
    this.#drawn.push({ depth, svg })
  }

  /** Renders all shapes, farthest first. */
  svg(): string {
    const shapes = this.#drawn.toSorted((a, b) => b.depth - a.depth).map(({ svg }) => svg)
    return [...this.#ground, ...shapes].join('')
  }
}
