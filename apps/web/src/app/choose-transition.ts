/** The screens in the dock, which are siblings instead of being stacked on top of each other. */
const TABS: readonly string[] = ['/dashboard', '/feed', '/spots', '/profile', '/messages', '/community']

const MAP = /^\/spots(?:\/|$)/

type Location = { pathname: string; search?: { item?: unknown } }
type Change = { fromLocation?: Location | undefined; toLocation: Location }

/** Whether a change of the address opens or closes the lightbox on the same screen. Null if it does neither. */
export function findLightboxChange({ fromLocation, toLocation }: Change): 'opens' | 'closes' | null {
  if (fromLocation?.pathname !== toLocation.pathname) return null
  const [before, after] = [fromLocation.search?.item, toLocation.search?.item]
  if (before === undefined) return after === undefined ? null : 'opens'
  return after === undefined ? 'closes' : null
}

/**
 * Decides how a new screen appears: over the previous one, or in its place. Going back doesn't animate, because phones
 * animate their own gesture, and because the previous screen should appear immediately. The lightbox always animates,
 * because its photo returns to its place. For visitors, a spot's page is the map with the spot's card.
 */
export function chooseTransition(
  change: Change,
  { isBack, isVisitor }: { isBack: boolean; isVisitor: boolean },
): string[] | false {
  const [from, to] = [change.fromLocation?.pathname, change.toLocation.pathname]
  if (findLightboxChange(change)) return ['photo']
  if (isBack || from === undefined || from === to) return false
  if (isVisitor && MAP.test(from) && MAP.test(to)) return false
  return TABS.includes(from) && TABS.includes(to) ? ['tab'] : ['push']
}
