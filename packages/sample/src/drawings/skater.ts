import { colour, css, type Point, type Space } from './space.ts'

type Joint = readonly [x: number, y: number]
/** A figure 1 unit tall that faces right; y points up, and the feet are at about y = 0. */
type Pose = {
  head: Joint
  neck: Joint
  hip: Joint
  arms: readonly (readonly [elbow: Joint, hand: Joint])[]
  legs: readonly (readonly [knee: Joint, foot: Joint])[]
  /** The board's center and slope. */
  board: { at: Joint; slope: number } | null
}

const POSES = {
  cruise: {
    head: [0.05, 0.9],
    neck: [0.02, 0.78],
    hip: [-0.04, 0.45],
    arms: [
      [
        [-0.14, 0.62],
        [-0.24, 0.5],
      ],
      [
        [0.16, 0.62],
        [0.26, 0.56],
      ],
    ],
    legs: [
      [
        [-0.1, 0.27],
        [-0.15, 0.06],
      ],
      [
        [0.1, 0.28],
        [0.15, 0.06],
      ],
    ],
    board: { at: [0, 0.035], slope: 0 },
  },
  push: {
    head: [0.16, 0.86],
    neck: [0.11, 0.75],
    hip: [-0.02, 0.46],
    arms: [
      [
        [-0.08, 0.62],
        [-0.22, 0.52],
      ],
      [
        [0.22, 0.6],
        [0.3, 0.48],
      ],
    ],
    legs: [
      [
        [-0.16, 0.26],
        [-0.32, 0.08],
      ],
      [
        [0.12, 0.28],
        [0.1, 0.06],
      ],
    ],
    board: { at: [0.1, 0.035], slope: 0 },
  },
  grind: {
    head: [0.1, 0.76],
    neck: [0.05, 0.66],
    hip: [-0.1, 0.36],
    arms: [
      [
        [-0.18, 0.6],
        [-0.34, 0.66],
      ],
      [
        [0.22, 0.62],
        [0.36, 0.7],
      ],
    ],
    legs: [
      [
        [0.0, 0.24],
        [-0.17, 0.06],
      ],
      [
        [0.14, 0.3],
        [0.16, 0.06],
      ],
    ],
    board: { at: [0, 0.035], slope: 0 },
  },
  ollie: {
    head: [0.08, 0.84],
    neck: [0.04, 0.73],
    hip: [-0.06, 0.46],
    arms: [
      [
        [-0.2, 0.74],
        [-0.34, 0.86],
      ],
      [
        [0.2, 0.68],
        [0.36, 0.76],
      ],
    ],
    legs: [
      [
        [0.02, 0.33],
        [-0.17, 0.19],
      ],
      [
        [0.18, 0.42],
        [0.16, 0.24],
      ],
    ],
    board: { at: [0, 0.16], slope: 0.2 },
  },
  air: {
    head: [0.14, 0.78],
    neck: [0.08, 0.68],
    hip: [-0.06, 0.43],
    arms: [
      [
        [-0.18, 0.72],
        [-0.32, 0.8],
      ],
      [
        [0.16, 0.46],
        [0.12, 0.22],
      ],
    ],
    legs: [
      [
        [0.05, 0.32],
        [-0.12, 0.18],
      ],
      [
        [0.22, 0.36],
        [0.18, 0.2],
      ],
    ],
    board: { at: [0.03, 0.14], slope: -0.12 },
  },
  stand: {
    head: [0.02, 0.93],
    neck: [0, 0.81],
    hip: [0, 0.46],
    arms: [
      [
        [-0.1, 0.63],
        [-0.08, 0.46],
      ],
      [
        [0.12, 0.64],
        [0.16, 0.48],
      ],
    ],
    legs: [
      [
        [-0.07, 0.24],
        [-0.08, 0],
      ],
      [
        [0.08, 0.24],
        [0.09, 0],
      ],
    ],
    board: null,
  },
} as const satisfies Record<string, Pose>

/** The name of a pose. */
export type PoseName = keyof typeof POSES

const SKINS = ['#8d5a3c', '#c68a61', '#e3b08a', '#5b3a2a', '#d79b76'] as const
const SHIRTS = ['#d8412b', '#f3f0e6', '#f2c230', '#2aa79b', '#3157c8', '#2c2f36', '#e98ab0'] as const
const TROUSERS = ['#28345a', '#3a3d44', '#6b5a86', '#5b6b52', '#8a6f52'] as const
const CAPS = ['#17191c', '#f2c230', '#2aa79b', '#d8412b', '#eef0f2'] as const

function pick<T>(list: readonly T[], random: () => number): T {
  return list[Math.floor(random() * list.length)] ?? (list[0] as T)
}

/** Draws a skater who is `tall` meters high, with the board at `at`; `leftwards` makes the skater face left. */
export function skater(
  space: Space,
  random: () => number,
  at: Point,
  pose: PoseName,
  {
    tall = 1.75,
    leftwards = false,
    nearer = 0.8,
    lean = 0,
    shadowZ = 0,
  }: { tall?: number; leftwards?: boolean; nearer?: number; lean?: number; shadowZ?: number | null } = {},
): void {
  const here = space.at(at)
  const size = here.metre * tall
  const p: Pose = POSES[pose]
  const [cos, sin] = [Math.cos(lean), Math.sin(lean)]
  const spot = ([x, y]: Joint): string => {
    const dx = (leftwards ? -x : x) * size
    const dy = -y * size
    return `${(here.x + dx * cos - dy * sin).toFixed(1)} ${(here.y + dx * sin + dy * cos).toFixed(1)}`
  }
  const tone = (hex: string) => css(space.faded(colour(hex), here.depth * 0.7))
  const limb = (joints: readonly Joint[], width: number, fill: string) =>
    `<path d="M${joints.map(spot).join('L')}" stroke="${fill}" stroke-width="${(width * size).toFixed(1)}" fill="none" stroke-linecap="round" stroke-linejoin="round"/>`
  const [skin, shirt, legs, cap] = [
    tone(pick(SKINS, random)),
    tone(pick(SHIRTS, random)),
    pick(TROUSERS, random),
    tone(pick(CAPS, random)),
  ]
  const [farArm, nearArm] = p.arms
  const [farLeg, nearLeg] = p.legs
  const [hx, hy] = spot(p.head).split(' ')
  const board = p.board
  const [bx, by] = board?.at ?? [0, 0]
  const rise = board?.slope ?? 0
  const deck: Joint[] = [
    [bx - 0.29, by - rise * 0.25 + 0.03],
    [bx - 0.22, by - rise * 0.2],
    [bx + 0.22, by + rise * 0.2],
    [bx + 0.29, by + rise * 0.25 + 0.03],
  ]
  const wheel = (x: number) => {
    const [wx, wy] = spot([bx + x, by + x * rise * 0.9 - 0.035]).split(' ')
    return `<circle cx="${wx}" cy="${wy}" r="${(0.026 * size).toFixed(1)}" fill="${tone('#f1e6cf')}"/>`
  }
  if (shadowZ !== null) {
    const drop = at[2] - shadowZ
    const ring = Array.from(
      { length: 16 },
      (_, i): Point => [
        at[0] + drop * 0.5 + Math.cos((i / 16) * 6.283) * 0.55,
        at[1] + Math.sin((i / 16) * 6.283) * 0.2,
        shadowZ,
      ],
    )
    if (shadowZ === 0) space.ground(ring, [30, 34, 60], 0.3)
  }
  const parts = [
    farArm ? limb([p.neck, farArm[0], farArm[1]], 0.058, skin) : '',
    farArm ? limb([p.neck, farArm[0]], 0.085, shirt) : '',
    farLeg ? limb([p.hip, farLeg[0], farLeg[1]], 0.105, tone(legs)) : '',
    farLeg ? limb([farLeg[1], [farLeg[1][0] + 0.05, farLeg[1][1]]], 0.06, tone('#1b1c20')) : '',
    board ? wheel(-0.17) + wheel(0.17) + limb(deck, 0.026, tone('#c98b4a')) : '',
    nearLeg ? limb([p.hip, nearLeg[0], nearLeg[1]], 0.112, tone(legs)) : '',
    nearLeg ? limb([nearLeg[1], [nearLeg[1][0] + 0.06, nearLeg[1][1]]], 0.062, tone('#f3f0e6')) : '',
    limb([p.neck, p.hip], 0.165, shirt),
    limb([p.head, p.neck], 0.06, skin),
    `<circle cx="${hx}" cy="${hy}" r="${(0.075 * size).toFixed(1)}" fill="${skin}"/>`,
    limb(
      [
        [p.head[0] - 0.052, p.head[1] + 0.026],
        [p.head[0] + 0.045, p.head[1] + 0.034],
      ],
      0.075,
      cap,
    ),
    limb(
      [
        [p.head[0] + 0.04, p.head[1] + 0.016],
        [p.head[0] + 0.11, p.head[1] + 0.012],
      ],
      0.018,
      cap,
    ),
    nearArm ? limb([p.neck, nearArm[0], nearArm[1]], 0.06, skin) : '',
    nearArm ? limb([p.neck, nearArm[0]], 0.088, shirt) : '',
  ]
  space.piece(here.depth - nearer, `<g>${parts.join('')}</g>`)
}
