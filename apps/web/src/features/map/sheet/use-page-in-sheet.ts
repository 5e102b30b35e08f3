import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useRef } from 'react'

type Search = Record<string, unknown>
// The state of a history entry created by pulling the sheet up. Going back from that entry lowers the sheet.
type State = { sheet?: boolean }

/**
 * Whether the selected spot's sheet shows the spot's page, according to the URL (`?sheet=full`). Opening the page
 * creates a history entry, so that Back returns to the card.
 */
export function usePageInSheet(): { isOpen: boolean; open: () => void; close: () => void } {
  const search: Search = useSearch({ strict: false })
  const navigate = useNavigate()
  const { history, options } = useRouter()
  // Going back takes a moment. Another close must not go back once more, and an open has to wait.
  const leaving = useRef<{ reopens: boolean } | null>(null)
  const write = (sheet: 'full' | undefined, replace: boolean) =>
    void navigate({
      to: '.',
      search: ((now: Search) => ({ ...now, sheet })) as never,
      replace,
      state: (sheet ? { sheet: true } : {}) as never,
      resetScroll: false,
    })
  // The rendered state may lag behind the last navigation.
  const isOpenNow = () => (options.parseSearch(history.location.search) as Search).sheet === 'full'
  const open = () => {
    if (leaving.current) leaving.current.reopens = true
    else if (!isOpenNow()) write('full', false)
  }
  const leave = () => {
    const started = { reopens: false }
    leaving.current = started
    const settle = () => {
      leaving.current = null
      if (started.reopens) open()
    }
    addEventListener('popstate', settle, { once: true })
    history.back()
  }
  const close = () => {
    if (leaving.current) leaving.current.reopens = false
    else if (!isOpenNow()) return
    else if ((history.location.state as State).sheet) leave()
    else write(undefined, true)
  }
  return { isOpen: search.sheet === 'full', open, close }
}
