/** Joins class names for the `class` attribute; skips undefined, null, and false. */
export const classes = (...names: (string | false | null | undefined)[]): string =>
  names.filter(Boolean).join(' ')
