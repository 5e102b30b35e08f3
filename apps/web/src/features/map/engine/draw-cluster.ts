import type { MapCluster } from '@nollie/contract/map/map-codec'
import { SPOT_TYPES } from '@nollie/contract/spots/spot-types'
import { clusterLabel, clusterSize } from '../cluster-size.ts'
import { token } from './colours.ts'
import { canvas, shade } from './pin-images.ts'

const ROOM = 5
const GAP = 0.07

/** Returns a cluster's image name. It encodes everything that is drawn, so identical discs share one image. */
export function clusterKey({ n, mix }: MapCluster): string {
  return [
    clusterSize(n),
    clusterLabel(n),
    mix.map(({ type, eighths }) => `${SPOT_TYPES.indexOf(type)}x${eighths}`).join('+'),
  ].join('/')
}

/**
 * Draws the disc for a {@link clusterKey}. Around the number, a ring shows the proportions of the spot types; it is
 * gray if they are unknown.
 */
export async function drawCluster(key: string) {
  const [diameter = '44', label = '', mixed = ''] = key.split('/')
  const size = Number(diameter)
  const mix = mixed ? mixed.split('+').map((part) => part.split('x').map(Number)) : []
  await document.fonts.load(`400 15px ${token('--font-display')}`)

  const { pen, picture } = canvas(size + 2 * ROOM, size + 2 * ROOM)
  const middle = ROOM + size / 2
  const disc = (radius: number, colour: string) => {
    pen.beginPath()
    pen.arc(middle, middle, radius, 0, 2 * Math.PI)
    pen.fillStyle = colour
    pen.fill()
  }
  shade(pen, 0.34)
  disc(size / 2, token('--pin-ring'))
  pen.shadowColor = 'transparent'
  disc((size / 2) * 0.717, token('--cluster'))

  const whole = mix.reduce((sum, [, eighths = 0]) => sum + eighths, 0)
  pen.lineWidth = size / 12
  if (mix.length === 0) {
    pen.beginPath()
    pen.arc(middle, middle, (size / 2) * 0.85, 0, 2 * Math.PI)
    pen.strokeStyle = token('--line-strong')
    pen.stroke()
  }
  let turn = -Math.PI / 2
  for (const [kind = 0, eighths = 0] of mix) {
    const arc = (eighths / whole) * 2 * Math.PI
    const gap = mix.length > 1 ? GAP : 0
    pen.beginPath()
    pen.arc(middle, middle, (size / 2) * 0.85, turn + gap, turn + arc - gap)
    pen.strokeStyle = token(`--type-${SPOT_TYPES[kind] ?? 'other'}`)
    pen.stroke()
    turn += arc
  }

  pen.fillStyle = token('--on-cluster')
  pen.font = `400 ${Math.round(size * (label.length > 3 ? 0.22 : 0.29))}px ${token('--font-display')}`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillText(label, middle, middle + size * 0.02)
  return picture()
}
