import type { CSSProperties, ReactNode } from 'react'
import { classes } from '../lib/classes.ts'
import styles from './skeleton.module.css'

/** A gray placeholder for content that is loading; sized by class or style. */
export function Skeleton({
  className = '',
  style,
}: {
  className?: string | undefined
  style?: CSSProperties
}) {
  return <div className={classes(styles.root, className)} style={style} aria-hidden="true" />
}

/** A group of skeletons with a label for screen readers. */
export function Loading({ label, children }: { label: string; children?: ReactNode }) {
  return (
    <div role="status">
      {children}
      <p className={styles.loadingLabel}>{label}</p>
    </div>
  )
}
