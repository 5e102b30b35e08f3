/** Query keys for the spots on the map, and for the list next to it. */
export const mapKeys = {
  all: ['map'] as const,
  allSpots: ['map', 'spots'] as const,
  spots: <V, F>(view: V, filters: F) => ['map', 'spots', view, filters] as const,
  known: (...of: unknown[]) => ['map', 'spots', 'known', ...of] as const,
  lists: ['map', 'list'] as const,
  list: (...of: unknown[]) => ['map', 'list', ...of] as const,
  newest: ['map', 'newest'] as const,
  firstView: ['map', 'first-view'] as const,
  suggestions: (...of: unknown[]) => ['map', 'suggestions', ...of] as const,
  bounds: <F>(filters: F) => ['map', 'bounds', filters] as const,
}
