/** Options for a paginated query: each page contains the next page's cursor. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }: { next_cursor: string | null }): string | undefined =>
    next_cursor ?? undefined,
}

/** Returns the cursor as a query parameter; empty for the first page. */
export function from(cursor: string | undefined): { cursor?: string } {
  return cursor === undefined ? {} : { cursor }
}

type Paged<T> = { pages: readonly { items: readonly T[] }[] } | undefined

/** Returns all loaded items in a list, in order. `sort` may change the order within a page. */
export function listItems<T>(
  list: Paged<T>,
  sort: (items: readonly T[]) => readonly T[] = (items) => items,
): T[] {
  return list?.pages.flatMap(({ items }) => sort(items)) ?? []
}

/** Returns a list made from a first page that is already loaded; undefined if there is none. */
export function firstPageOnly<P>(page: P | undefined): { pages: P[]; pageParams: undefined[] } | undefined {
  return page && { pages: [page], pageParams: [undefined] }
}
