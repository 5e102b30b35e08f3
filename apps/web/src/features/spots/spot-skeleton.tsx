import { m } from '../../i18n/messages.ts'
import { Loading, Skeleton } from '../../ui/index.ts'
import { classes } from '../../lib/classes.ts'
import styles from './spots.module.css'

/** The skeleton for a spot's page. */
export function SpotSkeleton() {
  return (
    <Loading label={m.spots_loading()}>
      <Skeleton className={classes(styles.detailCover, styles.detailCoverSkeleton)} />
    </Loading>
  )
}
