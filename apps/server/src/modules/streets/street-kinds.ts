/** The kinds of named features, as the search shows them. */
export const STREET_KINDS = ['place', 'street', 'square', 'park', 'skatepark', 'station', 'landmark'] as const

/** See {@link STREET_KINDS}. */
export type StreetKind = (typeof STREET_KINDS)[number]
