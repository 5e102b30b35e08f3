import { m } from '../../i18n/messages.ts'
import { Button, FailedNote, Photo } from '../../ui/index.ts'
import styles from './measure.module.css'
import type { Media } from '@nollie/contract'

type ChoiceProps = {
  photos: readonly Media[]
  name: string
  /** Retries loading; null unless loading failed. */
  failed: (() => void) | null
  /** Loads more photos; null if all photos are loaded. */
  more: (() => void) | null
  onChoose: (media: Media) => void
}

/** A spot's photos, for choosing one that shows a board. */
export function PhotoChoice({ photos, name, failed, more, onChoose }: ChoiceProps) {
  return (
    <section aria-labelledby="measure-photos">
      <h3 className={styles.title} id="measure-photos">
        {m.facts_measure_choose()}
      </h3>
      <p className={styles.hint}>{m.facts_measure_choose_text()}</p>
      {failed && <FailedNote className={styles.hint} text={m.facts_measure_failed()} onRetry={failed} />}
      {!failed && photos.length === 0 && <p className={styles.hint}>{m.facts_measure_no_photos()}</p>}
      <ul className={styles.photos}>
        {photos.map((media, index) => (
          <li key={media.id}>
            <button
              type="button"
              className={styles.choose}
              aria-label={m.facts_measure_photo_number({ number: String(index + 1), name })}
              onClick={() => onChoose(media)}
            >
              <Photo media={media} alt="" square className={styles.thumb} />
            </button>
          </li>
        ))}
      </ul>
      {more && (
        <Button variant="line" size="sm" onClick={more}>
          {m.shell_more()}
        </Button>
      )}
    </section>
  )
}
