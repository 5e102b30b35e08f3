import { m } from '../../i18n/messages.ts'
import { Loading, Skeleton } from '../../ui/index.ts'
import { classes } from '../../lib/classes.ts'
import styles from './profiles.module.css'

/** The skeleton for a person's page. */
export function PersonSkeleton() {
  return (
    <Loading label={m.profiles_loading()}>
      <Skeleton className={classes(styles.top, styles.topSkeleton)} />
      <div className={styles.head}>
        <span className={styles.picture}>
          <Skeleton className={styles.pictureSkeleton} />
        </span>
        <Skeleton className={styles.nameSkeleton} />
      </div>
    </Loading>
  )
}
