import { Dialog } from '@base-ui/react/dialog'
import { useCallback, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { PortalHostProvider } from '../../ui/overlays/portal-host.ts'
import type { OpenItem } from './lightbox-address.ts'
import { LightboxBody } from './lightbox-body.tsx'
import type { LightboxHostProps } from './lightbox-host-props.ts'
import { LightboxState } from './lightbox-state.tsx'
import { useArrowKeys } from './use-arrow-keys.ts'
import { useLightboxItems } from './use-lightbox-items.ts'
import styles from './lightbox.module.css'

/** The open lightbox; see `LightboxHost`. */
export default function Lightbox(props: LightboxHostProps & { open: OpenItem }) {
  const { onRemoved, spot, viewSpot = false } = props
  const { shown, items, index, hasMore, goTo, close, isLost, comments, showComments } =
    useLightboxItems(props)
  const [host, setHost] = useState<HTMLElement | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  const attach = useCallback((node: HTMLDivElement | null) => {
    popup.current = node
    setHost(node)
  }, [])
  useArrowKeys({ host, index, last: items.length - 1, onGo: goTo })
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(next) => next || close()}>
      <Dialog.Portal container={document.getElementById('root') ?? undefined}>
        {/* Focuses the lightbox itself, because a focus ring on its first button would suggest keyboard use. */}
        <Dialog.Popup
          className={styles.root}
          data-theme="dark"
          data-lightbox=""
          ref={attach}
          initialFocus={popup}
        >
          <PortalHostProvider value={host}>
            {items[index] ? (
              <LightboxBody
                {...{ items, index, viewSpot, comments }}
                more={hasMore}
                getSpot={(one) => one.spot ?? spot ?? null}
                onComments={showComments}
                onGo={goTo}
                onClose={close}
                onRemoved={(removed) => {
                  shown.forget(removed)
                  onRemoved?.(removed)
                  if (items.length === 1) close()
                }}
              />
            ) : (
              <LightboxState
                state={isLost ? { kind: 'loading' } : shown.kind === 'items' ? { kind: 'gone' } : shown}
                onClose={close}
              />
            )}
            <Dialog.Title className="sr-only">{m.lightbox_title()}</Dialog.Title>
          </PortalHostProvider>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
