import { Dialog } from '@base-ui/react/dialog'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { PortalHostProvider } from '../../ui/portal-host.ts'
import type { OpenItem } from './address.ts'
import { useSlidePosition } from './use-slide-position.ts'
import { useShownItems } from './use-shown-items.ts'
import { LightboxBody } from './lightbox-body.tsx'
import type { LightboxHostProps } from './lightbox-host-props.ts'
import { isSame } from './lightbox-item.ts'
import { LightboxState } from './lightbox-state.tsx'
import './lightbox.css'

/** So many items before the end of the list the rest is asked for. */
const NEAR_END = 3

// Dialogs and menus above the lightbox have their keys to themselves, and so has whoever types or plays.
const isForLightbox = (target: EventTarget | null, lightbox: HTMLElement): boolean =>
  target === document.body ||
  (target instanceof Element &&
    target.closest('[role="dialog"]') === lightbox &&
    !target.closest('input, textarea, video, [role="menu"]'))

const stepOf = (key: string, index: number, last: number): number | null => {
  if (key === 'ArrowLeft') return Math.max(0, index - 1)
  if (key === 'ArrowRight') return Math.min(last, index + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

/** The open lightbox; see `LightboxHost`. */
export default function Lightbox({
  open,
  items: given,
  loading = false,
  more = false,
  onMore,
  onRemoved,
  spot,
  viewSpot = false,
}: LightboxHostProps & { open: OpenItem }) {
  const { at, go, close } = useSlidePosition(open)
  const shown = useShownItems({ items: given, loading, at })
  const [host, setHost] = useState<HTMLElement | null>(null)
  const popup = useRef<HTMLDivElement>(null)
  const attach = useCallback((node: HTMLDivElement | null) => {
    popup.current = node
    setHost(node)
  }, [])
  const [slot, setSlot] = useState(0)

  const items = shown.kind === 'items' ? shown.items : []
  const found = items.findIndex((item) => isSame(item, at))
  if (found >= 0 && found !== slot) setSlot(found)
  const hasMore = shown.kind === 'items' && !shown.isSet && more

  const goTo = (index: number, comments = at.comments) => {
    const item = items[index]
    if (item && index !== found) go({ post_id: item.post_id, media_index: item.media_index, comments })
  }
  // The one that was shown went: its neighbour takes its place.
  const neighbour = useEffectEvent(() => goTo(Math.min(slot, items.length - 1)))
  const isLost = shown.kind === 'items' && found < 0 && items.length > 0 && !loading
  useEffect(() => {
    if (isLost) neighbour()
  }, [isLost])

  const load = useEffectEvent(() => onMore?.())
  const isNearEnd = hasMore && found >= 0 && found >= items.length - NEAR_END
  // Also when a page brought too little.
  useEffect(() => {
    if (isNearEnd) load()
  }, [isNearEnd, items.length])

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!host || !isForLightbox(event.target, host) || event.altKey || event.ctrlKey || event.metaKey) return
    const to = stepOf(event.key, found, items.length - 1)
    if (to === null) return
    event.preventDefault()
    goTo(to)
  })
  useEffect(() => {
    // Registered before the dialog, which stops arrow keys, and on the document, as nothing may have the focus.
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [])

  const item = items[found]
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(next) => next || close()}>
      <Dialog.Portal container={document.getElementById('root') ?? undefined}>
        {/* On the lightbox itself: a ring on its first button would say that the keyboard is used. */}
        <Dialog.Popup className="lightbox" data-theme="dark" ref={attach} initialFocus={popup}>
          <PortalHostProvider value={host}>
            {item ? (
              <LightboxBody
                items={items}
                index={found}
                more={hasMore}
                spotOf={(one) => one.spot ?? spot ?? null}
                viewSpot={viewSpot}
                comments={at.comments}
                onComments={(comments) => go({ ...at, comments })}
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
