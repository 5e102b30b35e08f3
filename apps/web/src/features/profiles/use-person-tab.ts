import { useNavigate, useSearch } from '@tanstack/react-router'

const TABS = ['spots', 'posts', 'activity', 'lists', 'drafts'] as const

/** The tabs on a person's page. */
export type PersonTab = (typeof TABS)[number]

/**
 * Returns the tab in the URL, or else the first tab. The viewer's own page has more tabs, but with a hub, no tab for
 * lists. Switching tabs adds no history entry.
 */
export function usePersonTab(own: boolean, hasHub: boolean): [PersonTab, (tab: PersonTab) => void] {
  const { tab: named }: { tab?: unknown } = useSearch({ strict: false })
  const navigate = useNavigate()
  const isHidden = (one: PersonTab) => (one === 'drafts' && !own) || (one === 'lists' && hasHub)
  const tab = TABS.find((one) => one === named && !isHidden(one)) ?? 'spots'
  const choose = (next: PersonTab) =>
    void navigate({
      to: '.',
      search: ((search: Record<string, unknown>) => {
        const { tab: _, ...rest } = search
        return next === 'spots' ? rest : { ...rest, tab: next }
      }) as never,
      replace: true,
      resetScroll: false,
    })
  return [tab, choose]
}
