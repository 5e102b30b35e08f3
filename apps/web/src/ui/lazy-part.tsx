import { type ComponentType, lazy, useEffect, useEffectEvent } from 'react'
import { m } from '../i18n/messages.ts'
import { chunkIsMissing, reloadIfReached } from '../lib/missing-chunks.ts'
import { Broken } from './part-boundary.tsx'
import { toast } from './toast.ts'

type Loaded<P> = { default: ComponentType<P> }
type Load<P> = () => Promise<Loaded<P>>

/** By which of its properties a dialog says that it closed; one that stays while it is closed has `open`. */
type Closing = {
  open?: boolean
  onClosed?: () => void
  onClose?: () => void
  onOpenChange?: (open: boolean) => void
}

const closingOf = (props: object): (() => void) | null => {
  const { onClosed, onClose, onOpenChange } = props as Closing
  return onClosed ?? onClose ?? (onOpenChange ? () => onOpenChange(false) : null)
}

/** Says in a toast that what was pressed could not be fetched. */
export const sayMissing = (): void =>
  toast({
    kind: 'error',
    title: m.shell_panel_failed(),
    action: {
      label: m.shell_retry(),
      run: () => void reloadIfReached().then((isReached) => isReached || sayMissing()),
    },
  })

function MissingDialog({ open, close }: { open: boolean; close: () => void }) {
  const closeNow = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    sayMissing()
    closeNow()
  }, [open])
  return null
}

const makeLazy = <P extends object>(
  load: Load<P>,
  isQuiet: boolean,
  close?: (props: P) => void,
): ComponentType<P> => {
  const Part: ComponentType<P> = lazy(() =>
    load().catch((error: unknown): Loaded<P> => {
      if (!chunkIsMissing(error)) throw error
      return {
        default: function Missing(props: P) {
          const closing = close ? () => close(props) : closingOf(props)
          if (closing) return <MissingDialog open={(props as Closing).open ?? true} close={closing} />
          return isQuiet ? null : <Broken error={error} />
        },
      }
    }),
  )
  return Part
}

/**
 * React's `lazy`, for a part of a screen, which takes nothing else with it when it cannot be fetched: a dialog says so in a
 * toast and is closed, through its `onClosed`, `onClose` or `onOpenChange`, else by `close`; anything else says so in its
 * place. Both offer to load the page again, because browsers do not request a missing chunk a second time.
 */
export const lazyPart = <P extends object>(load: Load<P>, close?: (props: P) => void): ComponentType<P> =>
  makeLazy(load, false, close)

/** The same for what a screen can do without: nothing stands in its place. */
export const lazyExtra = <P extends object>(load: Load<P>): ComponentType<P> => makeLazy(load, true)
