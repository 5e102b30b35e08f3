import { type DeckColour, buildDeck } from './deck.ts'
import styles from '../profiles.module.css'

function fill(colour: DeckColour) {
  return { fill: `var(${colour})` }
}

/** A person's decorative banner: a skateboard deck's graphic, derived from their id. */
export function DeckGraphic({ user_id }: { user_id: string }) {
  const { ground, stripes, wheel, hub, mirrored, at, lean } = buildDeck(user_id)
  const wide = 52 + lean * 30
  const x = 286 + at * 40
  const [first, second] = stripes
  return (
    <svg
      className={styles.deck}
      viewBox="0 0 390 172"
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
      data-seeded=""
    >
      <rect width="390" height="172" style={fill(ground)} />
      <g transform={mirrored ? 'translate(230 0) scale(-1 1)' : undefined}>
        <path d={`M-20 172 120 0h${wide}L${wide - 20} 172z`} style={fill(first)} />
        <path d={`M${wide - 20} 172 ${120 + wide} 0h44L${wide + 24} 172z`} style={fill(second)} />
      </g>
      <circle cx={x} cy="118" r="92" style={fill(wheel)} />
      <circle cx={x} cy="118" r="36" style={fill(hub)} />
      <circle cx={x} cy="118" r="14" style={fill(wheel)} />
    </svg>
  )
}
