import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'

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
  const { history } = useRouter()
  const write = (sheet: 'full' | undefined, replace: boolean) =>
    void navigate({
      to: '.',
      search: ((now: Search) => ({ ...now, sheet })) as never,
      replace,
      state: (sheet ? { sheet: true } : {}) as never,
      resetScroll: false,
    })
  const isOpen = search.sheet === 'full'
  return {
    isOpen,
    open: () => {
      if (!isOpen) write('full', false)
    },
    close: () => {
      if (!isOpen) return
      if ((history.location.state as State).sheet) history.back()
      else write(undefined, true)
    },
  }
}
