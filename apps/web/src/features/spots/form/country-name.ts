/**
 * Converts a country typed in the page's language to its English name, which is how spots store it. Returns other text
 * unchanged. If several English names have the same translation, the previous value wins.
 */
export function englishName(typed: string, names: Readonly<Record<string, string>>, before: string): string {
  const name = typed.trim()
  if (names[before] === name) return before
  return Object.keys(names).find((english) => names[english] === name) ?? typed
}
