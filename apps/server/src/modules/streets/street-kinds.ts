/** The kinds of named features, as shown in search results. */
export const STREET_KINDS = ['place', 'street', 'square', 'park', 'skatepark', 'station', 'landmark'] as const

/** One of the {@link STREET_KINDS}. */
export type StreetKind = (typeof STREET_KINDS)[number]
