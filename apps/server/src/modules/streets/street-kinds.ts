/** What a street map names, as the search shows it. */
export const STREET_KINDS = ['place', 'street', 'square', 'park', 'skatepark', 'station', 'landmark'] as const

/** See {@link STREET_KINDS}. */
export type StreetKind = (typeof STREET_KINDS)[number]
