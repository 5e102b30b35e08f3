import { Skeleton } from '../../../ui/skeleton.tsx'
import { looks } from '../../../ui/looks.ts'
import { classes } from '../../../lib/classes.ts'
import styles from '../feed.module.css'
import postCardStyles from './post-card.module.css'

/** A post's skeleton. */
export function PostPending() {
  return (
    <div className={classes(looks.card, styles.postSkeleton)}>
      <div className={postCardStyles.head}>
        <Skeleton className={styles.postSkeletonFace} />
        <div className={postCardStyles.who}>
          <Skeleton className={styles.postSkeletonName} />
          <Skeleton className={styles.postSkeletonAgo} />
        </div>
      </div>
      <Skeleton className={styles.postSkeletonPhoto} />
    </div>
  )
}
