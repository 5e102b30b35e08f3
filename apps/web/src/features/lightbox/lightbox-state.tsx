import { X } from 'lucide-react'
import { m } from '../../i18n/messages.ts'
import { Button, EmptyState, IconButton, Spinner } from '../../ui/index.ts'

type Props = {
  state: { kind: 'loading' | 'gone' } | { kind: 'failed'; retry: () => void }
  onClose: () => void
}

/** What stands in the lightbox when there is nothing to see: on its way, gone, or not to be had. */
export function LightboxState({ state, onClose }: Props) {
  return (
    <div className="lightbox-main">
      <div className="lightbox-bar">
        <IconButton label={m.shell_close()} onClick={onClose}>
          <X size={26} aria-hidden="true" />
        </IconButton>
      </div>
      <div className="lightbox-state">
        {state.kind === 'loading' && (
          <p role="status" className="lightbox-note">
            <Spinner />
            {m.lightbox_loading()}
          </p>
        )}
        {state.kind === 'gone' && (
          <EmptyState art="gallery" title={m.lightbox_gone_title()}>
            {m.lightbox_gone_text()}
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
