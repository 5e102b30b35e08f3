/**
 * Who can read a list. `private`: only its owner. `crew`: the members of a crew, who can also add and remove spots.
 * `link`: people with the link. `public`: everyone, even without an account.
 */
export const LIST_VISIBILITIES = ['private', 'crew', 'link', 'public'] as const

/** One of {@link LIST_VISIBILITIES}. */
export type ListVisibility = (typeof LIST_VISIBILITIES)[number]

/** Export formats, for use in other programs. */
export const EXPORT_FORMATS = ['gpx', 'kml', 'geojson'] as const

/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
