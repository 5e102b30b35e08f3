/** Query keys for the server's public configuration. */
export const configKeys = {
  all: ['config'] as const,
}
