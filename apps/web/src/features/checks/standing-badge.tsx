import type { Standing } from '@nollie/contract'
import {
  Ban,
  CalendarX2,
  CircleCheck,
  CircleQuestionMark,
  Construction,
  type LucideIcon,
  OctagonMinus,
} from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { classes } from '../../lib/classes.ts'
import { looks } from '../../ui/looks.ts'
import { stateText } from './standing-text.ts'
import styles from './checks.module.css'

const SIGNS: Record<Standing['state'], LucideIcon> = {
  open: CircleCheck,
  skatestopped: OctagonMinus,
  under_construction: Construction,
  closed: CalendarX2,
  gone: Ban,
  unverified: CircleQuestionMark,
}

/** A spot's status, shown as an icon and text. */
export function StandingBadge({ standing }: { standing: Standing }) {
  const { state, is_doubtful } = standing
  const isInDoubt = state === 'open' && is_doubtful
  const Sign = isInDoubt ? CircleQuestionMark : SIGNS[state]
  return (
    <span className={classes(looks.badge, styles.badge)} data-state={isInDoubt ? 'unverified' : state}>
      <Sign size={16} aria-hidden="true" />
      {isInDoubt ? m.checks_state_doubtful() : stateText(standing)}
    </span>
  )
}
