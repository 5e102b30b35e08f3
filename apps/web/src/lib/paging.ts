/** What a list in pages needs beside its key and its request: the next page is where the last one says. */
export const byCursor = {
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }: { next_cursor: string | null }): string | undefined =>
    next_cursor ?? undefined,
}

/** The part of a request's query that says where its page begins; nothing for the first. */
export const from = (cursor: string | undefined): { cursor?: string } =>
  cursor === undefined ? {} : { cursor }

/** A list whose first page is there already; undefined without one. */
export const firstPageOnly = <P>(page: P | undefined): { pages: P[]; pageParams: undefined[] } | undefined =>
  page && { pages: [page], pageParams: [undefined] }
