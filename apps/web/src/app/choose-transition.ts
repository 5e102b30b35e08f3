/** The screens of the dock, which are next to each other instead of one behind the other. */
const TABS: readonly string[] = ['/dashboard', '/feed', '/spots', '/profile', '/messages', '/community']

const MAP = /^\/spots(?:\/|$)/

type Change = { fromLocation?: { pathname: string } | undefined; toLocation: { pathname: string } }

/**
 * Decides how a new screen appears: over the previous one, or in its place. Going back doesn't animate, because phones
 * animate their own gesture, and because the previous screen should appear immediately. For visitors, a spot's page is
 * the map with the spot's card.
 */
export function chooseTransition(
  { fromLocation, toLocation }: Change,
  { isBack, isVisitor }: { isBack: boolean; isVisitor: boolean },
): string[] | false {
  const [from, to] = [fromLocation?.pathname, toLocation.pathname]
  if (isBack || from === undefined || from === to) return false
  if (isVisitor && MAP.test(from) && MAP.test(to)) return false
  return TABS.includes(from) && TABS.includes(to) ? ['tab'] : ['push']
}
