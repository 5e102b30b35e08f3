/** Query keys for the open data. */
export const openDataKeys = {
  all: ['open-data'] as const,
}
