import type { InfiniteData } from '@tanstack/react-query'

/** A page of a list, as returned by the server. */
export type PageOf<T> = { items: T[]; next_cursor: string | null }
/** A list's loaded pages, newest first. */
export type Pages<P> = InfiniteData<P>

/** The number of new items; `more` means that there may be others. */
export type NewItems = { count: number; more: boolean }

function patched<T, P extends PageOf<T>>(list: Pages<P>, patch: (items: T[]) => T[]): Pages<P> {
  return { ...list, pages: list.pages.map((page) => ({ ...page, items: patch(page.items) })) }
}

// Returns the keys of the items below the newest page; null if the page and the list don't overlap.
function findBehind(shown: string[], newest: string[], isWhole: boolean): Set<string> | null {
  if (isWhole) return new Set()
  const indexes = new Map(shown.map((key, at) => [key, at]))
  const reached = newest.reduce((last, key) => Math.max(last, indexes.get(key) ?? -1), -1)
  return reached < 0 ? null : new Set(shown.slice(reached + 1))
}

/** Creates functions that update lists sorted newest first without mutating them. `getKey` returns an item's key. */
export function newestFirst<T, P extends PageOf<T> = PageOf<T>>(getKey: (item: T) => string) {
  const listItems = (list: Pages<P> | undefined): T[] => {
    const byKey = new Map<string, T>()
    for (const { items } of list?.pages ?? [])
      for (const item of items) if (!byKey.has(getKey(item))) byKey.set(getKey(item), item)
    return [...byKey.values()]
  }

  const without = (list: Pages<P>, isGone: (item: T) => boolean): Pages<P> =>
    listItems(list).some(isGone)
      ? patched<T, P>(list, (items) => items.filter((item) => !isGone(item)))
      : list

  const behind = (list: Pages<P>, { items, next_cursor }: P): Set<string> | null =>
    findBehind(listItems(list).map(getKey), items.map(getKey), next_cursor === null)

  return {
    /** Returns all items in order, without the duplicates caused by items that move to another page. */
    listItems,
    /** Returns the list with some of its items changed. */
    patched: patched<T, P>,
    /** Returns the list without these items; the same object if it contains none of them. */
    without,
    /** Counts the items in the newest page that are missing from the list. */
    newerIn(list: Pages<P>, newest: P): NewItems {
      const known = new Set(listItems(list).map(getKey))
      const count = newest.items.filter((item) => !known.has(getKey(item))).length
      return { count, more: count > 0 && count === newest.items.length && newest.next_cursor !== null }
    },
    /** Returns the list without items that are missing from the newest page; the same object if nothing was removed. */
    withoutMissed(list: Pages<P>, newest: P): Pages<P> {
      const rest = behind(list, newest)
      if (!rest) return list
      const fresh = new Set(newest.items.map(getKey))
      return without(list, (item) => !fresh.has(getKey(item)) && !rest.has(getKey(item)))
    },
    /** Returns the list with the newest page on top. The page replaces the list if they don't overlap. */
    withNewest: (list: Pages<P>, newest: P): Pages<P> => {
      const rest = behind(list, newest)
      const remaining = rest?.size
        ? patched<T, P>(list, (all) => all.filter((item) => rest.has(getKey(item)))).pages
        : []
      const [first, ...others] = remaining
      if (!first) return { pages: [newest], pageParams: [undefined] }
      const top = { ...newest, items: [...newest.items, ...first.items], next_cursor: first.next_cursor }
      return { ...list, pages: [top, ...others] }
    },
    /** Returns the list with a new item on top; unchanged if it already has the item. */
    withMade(list: Pages<P>, made: T): Pages<P> {
      if (listItems(list).some((item) => getKey(item) === getKey(made))) return list
      const pages = list.pages.map((page, at) =>
        at === 0 ? { ...page, items: [made, ...page.items] } : page,
      )
      return { ...list, pages }
    },
  }
}
