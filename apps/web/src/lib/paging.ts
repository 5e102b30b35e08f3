/** Options of a paginated query: each page contains the cursor of the next. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }: { next_cursor: string | null }): string | undefined =>
    next_cursor ?? undefined,
}

/** The cursor as part of a request's query; empty for the first page. */
export const from = (cursor: string | undefined): { cursor?: string } =>
  cursor === undefined ? {} : { cursor }

type Paged<T> = { pages: readonly { items: readonly T[] }[] } | undefined

/** All loaded items of a list, in order. */
export const listItems = <T>(list: Paged<T>): T[] => list?.pages.flatMap(({ items }) => items) ?? []

/** A list that consists of an already loaded first page; undefined if there is none. */
export const firstPageOnly = <P>(page: P | undefined): { pages: P[]; pageParams: undefined[] } | undefined =>
  page && { pages: [page], pageParams: [undefined] }
