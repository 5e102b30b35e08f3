import { m } from '../../i18n/messages.ts'
import type { StoredArea } from '../../lib/places/stored-areas.ts'
import { numberText } from '../../lib/format.ts'
import type { Progress } from './areas-store.ts'
import styles from './stored-areas.module.css'

const FAILURES = {
  offline: m.stored_areas_failed_offline,
  full: m.stored_areas_failed_full,
  refused: m.stored_areas_failed_refused,
}

/** Returns the text that explains why an area isn't up to date. */
export function failureText(failure: NonNullable<StoredArea['failure']>): string {
  return FAILURES[failure]()
}

/** Shows how much of an area has been downloaded. */
export function AreaProgress({ area, progress }: { area: StoredArea; progress: Progress | null }) {
  const { done, total } = progress ?? { done: 0, total: 0 }
  return (
    <div className={styles.progress}>
      <progress
        aria-label={m.stored_areas_downloading({ name: area.name })}
        {...(total > 0 ? { value: done, max: total } : {})}
      />
      <small>
        {total > 0
          ? m.stored_areas_progress({ done: numberText(done), total: numberText(total) })
          : m.stored_areas_loading_spots()}
      </small>
    </div>
  )
}
