/** Rain, light and peace of spots now. */
export const conditionKeys = { one: (spot_id: string) => ['conditions', spot_id] as const }
