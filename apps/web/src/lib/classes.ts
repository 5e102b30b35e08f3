/** Joins class names for the `class` attribute; leaves out undefined, null and false ones. */
export const classes = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
