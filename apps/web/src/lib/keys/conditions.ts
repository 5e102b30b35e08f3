/** Query keys for a spot's current conditions: rain, light, and bust risk. */
export const conditionKeys = { one: (spot_id: string) => ['conditions', spot_id] as const }
