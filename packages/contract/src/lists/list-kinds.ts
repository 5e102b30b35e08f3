/**
 * Who can read a list: only its owner; the members of a crew, who can also add and remove spots; people with the link;
 * or everyone, even without an account.
 */
export const LIST_VISIBILITIES = ['private', 'crew', 'link', 'public'] as const

/** One of {@link LIST_VISIBILITIES}. */
export type ListVisibility = (typeof LIST_VISIBILITIES)[number]

/** Export formats that other programs can read. */
export const EXPORT_FORMATS = ['gpx', 'kml', 'geojson'] as const

/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
