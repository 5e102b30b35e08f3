/** Query keys for the viewer's drafts. */
export const draftKeys = {
  all: ['drafts'] as const,
}
