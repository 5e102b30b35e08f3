import { m } from '../../i18n/messages.ts'
import { Loading, Skeleton } from '../../ui/index.ts'
import styles from './imports.module.css'

/** Placeholder rows, shown while a list loads. */
export function LoadingRows() {
  return (
    <Loading label={m.imports_loading()}>
      <div className={styles.rows}>
        {[0, 1].map((row) => (
          <Skeleton key={row} className={styles.skeleton} />
        ))}
      </div>
    </Loading>
  )
}
