/** When one is kicked out of spots. */
export const bustKeys = { one: (spot_id: string) => ['busts', spot_id] as const }
