import { SURFACES, type Surface } from '@nollie/contract/facts/fact-kinds'
import type { CSSProperties } from 'react'
import styles from './facts.module.css'

const WIDTH = 120
const HEIGHT = 48

/** Returns a pseudo-random generator (0 to 1) with a fixed seed, so that a drawing always looks the same. */
function numbersFrom(seed: number) {
  let state = seed
  return () => {
    state = (state * 16_807) % 2_147_483_647
    return state / 2_147_483_647
  }
}

type Grain = { x: number; y: number; r: number }

// The number and size of the ground's grains, and the number of cracks.
const LOOKS: Record<Surface, { grains: number; size: number; cracks: number; shine: number }> = {
  glassy: { grains: 0, size: 0, cracks: 0, shine: 3 },
  smooth: { grains: 26, size: 0.6, cracks: 0, shine: 1 },
  average: { grains: 70, size: 1, cracks: 0, shine: 0 },
  rough: { grains: 120, size: 1.7, cracks: 1, shine: 0 },
  crusty: { grains: 130, size: 2.5, cracks: 4, shine: 0 },
}

function drawGrains(next: () => number, count: number, size: number): Grain[] {
  return Array.from({ length: count }, () => ({
    x: next() * WIDTH,
    y: next() * HEIGHT,
    r: size * (0.45 + next() * 0.9),
  }))
}

function drawCrack(next: () => number): string {
  const steps = 7
  const start = 6 + next() * (HEIGHT - 12)
  const from = next() * WIDTH * 0.4
  const path = Array.from({ length: steps }, (_, n) => {
    const x = from + (n * (WIDTH - from)) / (steps - 1)
    return `${x.toFixed(1)} ${(start + (next() - 0.5) * 16).toFixed(1)}`
  })
  return `M${path.join('L')}`
}

function drawShine(n: number): string {
  return `M${18 + n * 30} ${HEIGHT}L${38 + n * 30} 0`
}

/** A drawing of a ground surface. It's decorative because the surface's name is next to it. */
export function SurfacePicture({ surface }: { surface: Surface }) {
  const { grains, size, cracks, shine } = LOOKS[surface]
  const next = numbersFrom(17 + SURFACES.indexOf(surface) * 101)
  return (
    <svg
      className={styles.ground}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      style={{ '--grade': SURFACES.indexOf(surface) } as CSSProperties}
    >
      <rect className={styles.groundFill} width={WIDTH} height={HEIGHT} />
      {Array.from({ length: shine }, (_, n) => (
        <path key={drawShine(n)} className={styles.groundShine} d={drawShine(n)} />
      ))}
      {drawGrains(next, grains, size).map(({ x, y, r }) => (
        <circle key={`${x} ${y}`} className={styles.groundGrain} cx={x} cy={y} r={r} />
      ))}
      {Array.from({ length: cracks }, () => drawCrack(next)).map((path) => (
        <path key={path} className={styles.groundCrack} d={path} />
      ))}
    </svg>
  )
}
