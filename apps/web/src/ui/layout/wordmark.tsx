import { classes } from '../../lib/classes.ts'
import styles from './wordmark.module.css'
/** The Nollie wordmark: a skateboard popping off its nose above the n. */
export function Wordmark({
  className = '',
  onDark = false,
}: {
  className?: string | undefined
  onDark?: boolean
}) {
  return (
    <svg
      className={classes(styles.root, onDark && styles.onDark, className)}
      viewBox="-14 -66 548 220"
      role="img"
      aria-label="Nollie"
    >
      <path
        d="M0 34H36V52C46 39 58 32 73 32C102 32 120 52 120 84V150H84V88C84 73 76 65 62 65C46 65 36 75 36 91V150H0Z"
        fill="currentColor"
      />
      <circle cx="193" cy="92" r="42.5" fill="none" stroke="currentColor" strokeWidth="36" />
      <path d="M266 -16h36V150h-36zM314 -16h36V150h-36zM362 34h36V150h-36z" fill="currentColor" />
      <circle cx="380" cy="4" r="20" fill="currentColor" />
      <path
        d="M513.5 101V92A42.5 42.5 0 1 0 503.6 119.3"
        fill="none"
        stroke="currentColor"
        strokeWidth="36"
      />
      <path d="M430 84h101v19H430z" fill="currentColor" />
      <g transform="translate(66 -20) rotate(17)">
        <path
          d="M-70 -11.9L-46.2 0H46.2L70 -11.9"
          fill="none"
          stroke="var(--logo-deck,currentColor)"
          strokeWidth="19"
          strokeLinecap="round"
          strokeLinejoin="round"
        />
        <circle cx="-32.9" cy="18.86" r="13" fill="currentColor" />
        <circle cx="32.9" cy="18.86" r="13" fill="currentColor" />
      </g>
    </svg>
  )
}
