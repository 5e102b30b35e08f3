import type { SpotCondition } from '@nollie/contract'
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
import { stateText } from './spot-condition-text.ts'
import styles from './checks.module.css'

const SIGNS: Record<SpotCondition['state'], LucideIcon> = {
  open: CircleCheck,
  skatestopped: OctagonMinus,
  under_construction: Construction,
  closed: CalendarX2,
  gone: Ban,
  unverified: CircleQuestionMark,
}

/** A spot's condition, shown as an icon and text. */
export function SpotConditionBadge({ condition }: { condition: SpotCondition }) {
  const { state, is_doubtful } = condition
  const isInDoubt = state === 'open' && is_doubtful
  const Sign = isInDoubt ? CircleQuestionMark : SIGNS[state]
  return (
    <span className={classes(looks.badge, styles.badge)} data-state={isInDoubt ? 'unverified' : state}>
      <Sign size={16} aria-hidden="true" />
      {isInDoubt ? m.checks_state_unconfirmed() : stateText(condition)}
    </span>
  )
}
