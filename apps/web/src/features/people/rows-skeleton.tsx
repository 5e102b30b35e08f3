import { Loading, Skeleton } from '../../ui/index.ts'
import styles from './people.module.css'

/** The skeleton for a list of people. */
export function RowsSkeleton({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <div className={styles.rows}>
        {[0, 1, 2, 3].map((n) => (
          <Skeleton key={n} className={styles.cardSkeleton} />
        ))}
      </div>
    </Loading>
  )
}
