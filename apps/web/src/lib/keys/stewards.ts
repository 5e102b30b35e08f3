/** Query keys for areas, their stewards, and steward actions on spots. */
export const stewardKeys = {
  all: ['stewards'] as const,
  inView: (box: string) => ['stewards', 'view', box] as const,
  area: (area_id: string) => ['stewards', 'area', area_id] as const,
  mine: ['stewards', 'mine'] as const,
  person: (user_id: string) => ['stewards', 'person', user_id] as const,
  spot: (spot_id: string) => ['stewards', 'spot', spot_id] as const,
  work: (area_id: string) => ['stewards', 'work', area_id] as const,
  managed: ['stewards', 'managed'] as const,
}
