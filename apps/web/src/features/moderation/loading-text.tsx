import { Loading, Skeleton } from '../../ui/index.ts'
import styles from './moderation.module.css'

/** Shown while rows are loading. */
export function LoadingText({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className={styles.modRows}>
        {[0, 1, 2, 3].map((row) => (
          <Skeleton key={row} className={styles.modSkeleton} />
        ))}
      </div>
    </Loading>
  )
}
