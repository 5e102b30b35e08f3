import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../../i18n/messages.ts'
import { PartBoundary } from '../part-boundary.tsx'
import { usePortalHost } from './portal-host.ts'
import { iconButtonLook } from '../icon-button.tsx'
import styles from './sheet.module.css'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Called after the closing animation. */
  onClosed?: (() => void) | undefined
  title: string
  /** On desktop, `normal` is 440 px wide; the others are 672 px. `tall` is always 90% of the viewport height. */
  size?: 'normal' | 'wide' | 'tall'
  /** Whether only the sheet's own buttons close it, not Escape, a click outside, or a swipe. */
  firm?: boolean
  /** The buttons: cancel on the left, main action on the right. */
  actions?: ReactNode
  children: ReactNode
}

/** A dialog: a bottom sheet that can be swiped away on phones, centered on wider screens. */
export function Sheet({
  open,
  onOpenChange,
  onClosed,
  title,
  size = 'normal',
  firm = false,
  actions,
  children,
}: Props) {
  const host = usePortalHost()
  return (
    <Drawer.Root
      open={open}
      disablePointerDismissal={firm}
      onOpenChange={(next, details) => {
        if (
          firm &&
          !next &&
          ['escape-key', 'close-watcher', 'swipe', 'outside-press'].includes(details.reason)
        )
          details.cancel()
        else onOpenChange(next)
      }}
      onOpenChangeComplete={(next) => {
        if (!next) onClosed?.()
      }}
    >
      <Drawer.Portal container={host}>
        <Drawer.Backdrop className={styles.scrim} forceRender={host !== undefined} />
        <Drawer.Viewport className={styles.view}>
          <Drawer.Popup className={styles.root} data-size={size}>
            {!firm && <span className={styles.grabber} />}
            <div className={styles.head}>
              <Drawer.Title className={styles.title}>{title}</Drawer.Title>
              {!firm && (
                <Drawer.Close {...iconButtonLook()} aria-label={m.shell_close()}>
                  <X size={22} aria-hidden="true" />
                </Drawer.Close>
              )}
            </div>
            <Drawer.Content className={styles.body} data-scrolls="">
              <PartBoundary>{children}</PartBoundary>
            </Drawer.Content>
            {actions && <div className={styles.actions}>{actions}</div>}
            <div className={styles.foot} />
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
