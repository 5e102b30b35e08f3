/** Query keys for possible duplicate spots, and for merges that can be undone. */
export const twinKeys = {
  all: ['twins'] as const,
  pairs: (spot_id: string | null) => ['twins', 'pairs', spot_id] as const,
  preview: (spot_id: string, other_id: string) => ['twins', 'preview', spot_id, other_id] as const,
  mergeable: (spot_id: string, q: string) => ['twins', 'mergeable', spot_id, q] as const,
  merges: (spot_id: string | null) => ['twins', 'merges', spot_id] as const,
}
