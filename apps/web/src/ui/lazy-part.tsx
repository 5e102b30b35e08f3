import { type ComponentType, lazy, useEffect, useEffectEvent } from 'react'
import { m } from '../i18n/messages.ts'
import { chunkIsMissing, reloadIfReached } from '../lib/page/missing-chunks.ts'
import { Broken } from './part-boundary.tsx'
import { toast } from './toast.ts'

type Loaded<P> = { default: ComponentType<P> }
type Load<P> = () => Promise<Loaded<P>>

/** The callback props a dialog may use to report that it was closed. Dialogs that stay mounted have `open`. */
type Closing = {
  open?: boolean
  onClosed?: () => void
  onClose?: () => void
  onOpenChange?: (open: boolean) => void
}

function findCloseHandler(props: object): (() => void) | null {
  const { onClosed, onClose, onOpenChange } = props as Closing
  return onClosed ?? onClose ?? (onOpenChange ? () => onOpenChange(false) : null)
}

/** Shows a toast when a requested part of the screen can't be loaded. */
export function showPartFailed(): void {
  return toast({
    kind: 'error',
    title: m.shell_panel_failed(),
    action: {
      label: m.shell_retry(),
      run: () => void reloadIfReached().then((isReached) => isReached || showPartFailed()),
    },
  })
}

function MissingDialog({ open, close }: { open: boolean; close: () => void }) {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    showPartFailed()
    closeNow()
  }, [open])
  return null
}

function makeLazy<P extends object>(
  load: Load<P>,
  isQuiet: boolean,
  close?: (props: P) => void,
): ComponentType<P> {
  const Part: ComponentType<P> = lazy(() =>
    load().catch((error: unknown): Loaded<P> => {
      if (!chunkIsMissing(error)) throw error
      return {
        default: function Missing(props: P) {
          const closing = close ? () => close(props) : findCloseHandler(props)
          if (closing) return <MissingDialog open={(props as Closing).open ?? true} close={closing} />
          return isQuiet ? null : <Broken error={error} />
        },
      }
    }),
  )
  return Part
}

/**
 * Wraps React's `lazy` for a part of a screen, with its own error handling. If a dialog can't be loaded, a toast
 * appears and the dialog is closed through `onClosed`, `onClose`, `onOpenChange`, or `close`. Any other part is
 * replaced by an error. Both offer to reload the page, because browsers don't retry a chunk that failed to load.
 */
export function lazyPart<P extends object>(load: Load<P>, close?: (props: P) => void): ComponentType<P> {
  return makeLazy(load, false, close)
}

/** Like {@link lazyPart}, but for optional parts: if one can't be loaded, nothing is shown. */
export function lazyExtra<P extends object>(load: Load<P>): ComponentType<P> {
  return makeLazy(load, true)
}
