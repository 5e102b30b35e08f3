/** Query keys of the viewer's drafts. */
export const draftKeys = {
  all: ['drafts'] as const,
}
