/** Joins class names for the `class` attribute; skips undefined, null, and false. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
