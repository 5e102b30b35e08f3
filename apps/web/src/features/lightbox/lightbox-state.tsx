import { X } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { Button, EmptyState, IconButton, Spinner } from '../../ui/index.ts'
import styles from './lightbox.module.css'

type Props = {
  state: { kind: 'loading' | 'gone' } | { kind: 'failed'; retry: () => void }
  onClose: () => void
}

/** The lightbox without an item: still loading, deleted, or failed to load. */
export function LightboxState({ state, onClose }: Props) {
  return (
    <div className={styles.main}>
      <div className={styles.bar}>
        <IconButton label={m.shell_close()} onClick={onClose}>
          <X size={26} aria-hidden="true" />
        </IconButton>
      </div>
      <div className={styles.state}>
        {state.kind === 'loading' && (
          <p role="status" className={styles.note}>
            <Spinner />
            {m.lightbox_loading()}
          </p>
        )}
        {state.kind === 'gone' && (
          <EmptyState art="gallery" title={m.lightbox_missing_title()}>
            {m.lightbox_missing_text()}
          </EmptyState>
        )}
        {state.kind === 'failed' && (
          <EmptyState
            art="gallery"
            title={m.lightbox_failed_title()}
            action={
              <Button variant="line" onClick={state.retry}>
                {m.shell_retry()}
              </Button>
            }
          >
            {m.lightbox_failed_text()}
          </EmptyState>
        )}
      </div>
    </div>
  )
}
