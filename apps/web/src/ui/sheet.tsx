import { Drawer } from '@base-ui/react/drawer'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '../i18n/messages.ts'
import { usePortalHost } from './portal-host.ts'

type Props = {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** It has gone, its way out of sight included. */
  onClosed?: (() => void) | undefined
  title: string
  /** 440 px wide on desktop, or 672. */
  size?: 'normal' | 'wide'
  /** Neither Escape, nor the scrim, nor a swipe closes it; the screen's own buttons do. */
  firm?: boolean
  /** Cancel left, main right. */
  actions?: ReactNode
  children: ReactNode
}

/** A dialog: a sheet from the bottom that follows the finger on phones, centred on wider screens. */
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
        <Drawer.Backdrop className="scrim" forceRender={host !== undefined} />
        <Drawer.Viewport className="sheet-view">
          <Drawer.Popup className="sheet" data-size={size}>
            {!firm && <span className="sheet-grabber" />}
            <div className="sheet-head">
              <Drawer.Title className="sheet-title">{title}</Drawer.Title>
              {!firm && (
                <Drawer.Close className="icon-btn icon-btn-plain" aria-label={m.shell_close()}>
                  <X size={22} aria-hidden="true" />
                </Drawer.Close>
              )}
            </div>
            <Drawer.Content className="sheet-body" data-scrolls="">
              {children}
            </Drawer.Content>
            {actions && <div className="sheet-actions">{actions}</div>}
            <div className="sheet-foot" />
          </Drawer.Popup>
        </Drawer.Viewport>
      </Drawer.Portal>
    </Drawer.Root>
  )
}
