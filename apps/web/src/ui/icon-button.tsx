import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import { badgeCount } from './badge-count.ts'
import styles from './icon-button.module.css'

const VARIANT_CLASS = { plain: styles.plain, glass: styles.glass, solid: styles.solid }

/** Returns class names that make a link look like an icon button. */
export function iconButtonLook(variant: keyof typeof VARIANT_CLASS = 'plain') {
  return {
    className: classes(styles.root, VARIANT_CLASS[variant]),
  }
}

type Props = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** The label for screen readers. */
  label: string
  /** Use `glass` on photos and `solid` on the map. */
  variant?: keyof typeof VARIANT_CLASS
  /** A count in the corner: 1-9, then `9+`; hidden at 0. */
  count?: number
  children: ReactNode
}

/** A round 44 px button with an icon. */
export function IconButton({
  label,
  variant = 'plain',
  count = 0,
  className = '',
  children,
  type = 'button',
  ...rest
}: Props) {
  return (
    <button
      type={type}
      className={classes(styles.root, VARIANT_CLASS[variant], className)}
      aria-label={label}
      {...rest}
    >
      {children}
      {count > 0 && (
        <span className={styles.countBadge} aria-hidden="true">
          {badgeCount(count)}
        </span>
      )}
    </button>
  )
}
