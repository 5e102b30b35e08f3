import { classes } from '../../lib/classes.ts'
import styles from './active-mark.module.css'

/** The skateboard that marks the active item. When its `key` changes, it rolls to the item and dips its nose. */
export function ActiveMark() {
  return (
    <svg className={classes(styles.root, styles.dip)} viewBox="0 0 40 12" aria-hidden="true">
      <path
        d="M2 1.8 8 4.5h24l6-2.7"
        fill="none"
        stroke="var(--brand-roll,var(--brand))"
        strokeWidth="3.2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle cx="12" cy="9" r="2.7" fill="var(--brand-roll,var(--brand))" />
      <circle cx="28" cy="9" r="2.7" fill="var(--brand-roll,var(--brand))" />
    </svg>
  )
}
