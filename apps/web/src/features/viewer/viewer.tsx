import { Dialog } from '@base-ui/react/dialog'
import { useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { m } from '../../i18n/messages.ts'
import { PortalHostProvider } from '../../ui/portal-host.ts'
import type { OpenItem } from './address.ts'
import { useSlidePosition } from './use-slide-position.ts'
import { useShownItems } from './use-shown-items.ts'
import { ViewerBody } from './viewer-body.tsx'
import type { ViewerHostProps } from './viewer-host-props.ts'
import { isSame } from './viewer-item.ts'
import { ViewerState } from './viewer-state.tsx'
import './viewer.css'

/** So many items before the end of the list the rest is asked for. */
const NEAR_END = 3

// Dialogs and menus above the viewer have their keys to themselves, and so has whoever types or plays.
const isForViewer = (target: EventTarget | null, viewer: HTMLElement): boolean =>
  target === document.body ||
  (target instanceof Element &&
    target.closest('[role="dialog"]') === viewer &&
    !target.closest('input, textarea, video, [role="menu"]'))

const stepOf = (key: string, index: number, last: number): number | null => {
  if (key === 'ArrowLeft') return Math.max(0, index - 1)
  if (key === 'ArrowRight') return Math.min(last, index + 1)
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

/** The open viewer; see `ViewerHost`. */
export default function Viewer({
  open,
  items: given,
  loading = false,
  more = false,
  onMore,
  onRemoved,
  spot,
  viewSpot = false,
}: ViewerHostProps & { open: OpenItem }) {
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
    if (!host || !isForViewer(event.target, host) || event.altKey || event.ctrlKey || event.metaKey) return
    const to = stepOf(event.key, found, items.length - 1)
    if (to === null) return
    event.preventDefault()
    goTo(to)
  })
  useEffect(() => {
    // Before the dialog, which keeps arrow keys to itself; and wherever the focus is, as it may be nowhere.
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [])

  const item = items[found]
  return (
    <Dialog.Root open disablePointerDismissal onOpenChange={(next) => next || close()}>
      <Dialog.Portal container={document.getElementById('root') ?? undefined}>
        {/* On the viewer itself: a ring on its first button would say that the keyboard is used. */}
        <Dialog.Popup className="viewer" data-theme="dark" ref={attach} initialFocus={popup}>
          <PortalHostProvider value={host}>
            {item ? (
              <ViewerBody
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
              <ViewerState
                state={isLost ? { kind: 'loading' } : shown.kind === 'items' ? { kind: 'gone' } : shown}
                onClose={close}
              />
            )}
            <Dialog.Title className="sr-only">{m.viewer_title()}</Dialog.Title>
          </PortalHostProvider>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
