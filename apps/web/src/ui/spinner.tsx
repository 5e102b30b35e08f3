import { classes } from '../lib/classes.ts'
import styles from './spinner.module.css'

/** A spinning wheel; decorative, because screen readers read the text next to it. */
export function Spinner({ className = '' }: { className?: string | undefined }) {
  return (
    <svg className={classes(styles.root, className)} viewBox="0 0 20 20" aria-hidden="true">
      <circle
        cx="10"
        cy="10"
        r="7.5"
        fill="none"
        stroke="currentColor"
        strokeWidth="4"
        strokeDasharray="34 13"
      />
      <circle cx="10" cy="10" r="1.6" fill="currentColor" />
    </svg>
  )
}
