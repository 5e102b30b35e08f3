/** Query keys for the bust clock. */
export const bustKeys = { one: (spot_id: string) => ['busts', spot_id] as const }
