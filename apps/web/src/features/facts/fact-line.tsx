import type { FactLine as Line } from '@nollie/contract'
import { m } from '../../i18n/messages.ts'
import { materialText, shortObstacle, surfaceText } from './fact-text.ts'
import styles from './facts.module.css'

/** A single line with a spot's facts: `Ledge 45 cm · Smooth · Concrete · Lit`. */
export function FactLine({ facts }: { facts: Line }) {
  const { obstacle, surface, ground, light_at_night: light } = facts
  const parts = [
    obstacle && shortObstacle(obstacle),
    surface && surfaceText(surface),
    ground && ground !== 'other' && materialText(ground),
    light === 'full' && m.facts_light_full(),
    light === 'partial' && m.facts_light_partial(),
  ].filter(Boolean)
  if (parts.length === 0) return null
  return <p className={styles.line}>{parts.join(' · ')}</p>
}
