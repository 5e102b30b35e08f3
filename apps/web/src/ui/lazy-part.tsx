import { type ComponentType, lazy, useEffect, useState } from 'react'
import { m } from '../i18n/messages.ts'
import { chunkIsMissing, fetchMissingStyles, reloadIfReached } from '../lib/new-version.ts'
import { BrokenNote } from './panel.tsx'
import { toast } from './toast.ts'

type Loaded<P> = { default: ComponentType<P> }
type Load<P> = () => Promise<Loaded<P>>

/** By which of its properties a dialog says that it closed. */
type Closing = { onClosed?: () => void; onClose?: () => void; onOpenChange?: (open: boolean) => void }

const closingOf = (props: object): (() => void) | null => {
  const { onClosed, onClose, onOpenChange } = props as Closing
  return onClosed ?? onClose ?? (onOpenChange ? () => onOpenChange(false) : null)
}

/** Says in a toast that what was pressed could not be fetched. */
export const sayMissing = (): void =>
  toast({
    kind: 'error',
    title: m.shell_failed_offline_title(),
    description: m.shell_failed_offline_text(),
    action: {
      label: m.shell_reload(),
      run: () => void reloadIfReached().then((isReached) => isReached || sayMissing()),
    },
  })

function MissingDialog({ close }: { close: () => void }) {
  useEffect(() => {
    sayMissing()
    close()
  }, [close])
  return null
}

type MissingProps = { isQuiet: boolean; again: () => void }

function MissingPart({ isQuiet, again }: MissingProps) {
  const [isTrying, setTrying] = useState(false)
  useEffect(() => {
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [again])
  if (isQuiet) return null
  // Browsers do not request a missing chunk a second time, so whoever presses gets the page anew, if there is a network.
  const reload = async () => {
    setTrying(true)
    setTrying(await reloadIfReached())
  }
  return <BrokenNote isTrying={isTrying} onRetry={() => void reload()} />
}

const makeLazy = <P extends object>(load: Load<P>, isQuiet: boolean, close?: (props: P) => void) => {
  let Part: ComponentType<P>
  const attempt = async (): Promise<Loaded<P>> => {
    try {
      await fetchMissingStyles()
      return await load()
    } catch (error) {
      if (!chunkIsMissing(error)) throw error
      return { default: Missing }
    }
  }
  function Missing(props: P) {
    const [Next, setNext] = useState<ComponentType<P> | null>(null)
    const [closing] = useState(() => (close ? () => close(props) : closingOf(props)))
    const [again] = useState(() => () => {
      Part = lazy(attempt)
      setNext(() => Part)
    })
    // The next opening tries again.
    useEffect(() => {
      if (closing) Part = lazy(attempt)
    }, [closing])
    if (Next) return <Next {...props} />
    return closing ? <MissingDialog close={closing} /> : <MissingPart isQuiet={isQuiet} again={again} />
  }
  Part = lazy(attempt)
  return function LazyPart(props: P) {
    return <Part {...props} />
  }
}

/**
 * React's `lazy`, for a part of a screen, which takes nothing else with it when it cannot be fetched: a dialog says so in a
 * toast and is closed, through its `onClosed`, `onClose` or `onOpenChange`, else by `close`; anything else says so in its
 * place, and comes by itself when the network does.
 */
export const lazyPart = <P extends object>(load: Load<P>, close?: (props: P) => void): ComponentType<P> =>
  makeLazy(load, false, close)

/** The same for what a screen can do without: nothing stands in its place. */
export const lazyExtra = <P extends object>(load: Load<P>): ComponentType<P> => makeLazy(load, true)
