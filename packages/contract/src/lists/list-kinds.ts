/**
 * Who may read a list: its owner alone, the people of a crew, who also add and remove spots, whoever has its link, or everybody,
 * also without an account.
 */
export const LIST_VISIBILITIES = ['private', 'crew', 'link', 'public'] as const

/** One of {@link LIST_VISIBILITIES}. */
export type ListVisibility = (typeof LIST_VISIBILITIES)[number]

/** The formats of files that other programs read. */
export const EXPORT_FORMATS = ['gpx', 'kml', 'geojson'] as const

/** One of {@link EXPORT_FORMATS}. */
export type ExportFormat = (typeof EXPORT_FORMATS)[number]
