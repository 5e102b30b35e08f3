import type { ReactNode } from 'react'
import { Loading, Skeleton } from '../../../ui/index.ts'
import { classes } from '../../../lib/classes.ts'
import styles from '../profiles.module.css'

const COLUMNS_CLASS = { two: '', three: styles.spotsThree, wide: styles.spotsWide }

/** The grid's columns. `two` and `three` are fixed; `wide` is one on phones and three on wide screens. */
type Columns = { columns?: keyof typeof COLUMNS_CLASS }

/** A grid of spot tiles: a list of {@link SpotLink} items. */
export function SpotGrid({
  columns = 'two',
  label,
  children,
}: Columns & { label?: string; children: ReactNode }) {
  return (
    <ul className={classes(styles.spots, COLUMNS_CLASS[columns])} aria-label={label}>
      {children}
    </ul>
  )
}

/** The skeleton for a {@link SpotGrid}. */
export function SpotGridSkeleton({ columns = 'two', label }: Columns & { label: string }) {
  return (
    <Loading label={label}>
      <div className={classes(styles.spots, COLUMNS_CLASS[columns])}>
        <Skeleton className={styles.spotPhoto} />
        <Skeleton className={styles.spotPhoto} />
      </div>
    </Loading>
  )
}
