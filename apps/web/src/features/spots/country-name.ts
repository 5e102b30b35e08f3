/**
 * The English name of a country that is typed in the language of the page, as spots have it; any other text stays. Where several
 * English names have the same other one, the one that was there stays.
 */
export const englishName = (
  typed: string,
  names: Readonly<Record<string, string>>,
  before: string,
): string => {
  const name = typed.trim()
  if (names[before] === name) return before
  return Object.keys(names).find((english) => names[english] === name) ?? typed
}
