// What the sheets of the web client say, read without a parser: they are formatted alike.

/** Every selector of a sheet; those of `@media` and the like too, steps of `@keyframes` not. */
export function listSelectors(sheet: string): string[] {
  const plain = sheet
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
  return [...plain.matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) =>
    list.trim().startsWith('@') ? [] : [list.trim().replaceAll(/\s+/g, ' ')],
  )
}

/** The selectors of a list, apart at its own commas. */
export function splitSelectors(list: string): string[] {
  let depth = 0
  const parts = ['']
  for (const letter of list) {
    depth += { '(': 1, ')': -1 }[letter] ?? 0
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}

/** The classes of a sheet. */
export const listClasses = (sheet: string): Set<string> =>
  new Set(
    listSelectors(sheet).flatMap((selector) =>
      [...selector.replaceAll(/\[[^\]]*\]/g, '').matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(
        ([, name = '']) => name,
      ),
    ),
  )

/** The names of classes a source takes from what it calls `styles`; null where it looks them up by a name made at run time. */
export function usedClasses(source: string, styles: string): Set<string> | null {
  if (new RegExp(`(?<![\\w./])${styles}\\[`).test(source)) return null
  return new Set(
    [...source.matchAll(new RegExp(`(?<![\\w./])${styles}\\.([a-zA-Z_]\\w*)`, 'g'))].map(
      ([, name = '']) => name,
    ),
  )
}

const WRITTEN = [
  /\bclassName(?:=|: )\{?(["'`])([^"'`]+)\1/g,
  /\b(?:querySelector(?:All)?|closest|matches)(?:<[^>]*>)?\((["'`])([^"'`$]*\.[a-zA-Z_][^"'`$]*)\1/g,
]

/** The classes that stand in a source as text: given to an element, or looked up in a selector. */
export const writtenClasses = (source: string): string[] =>
  WRITTEN.flatMap((pattern) => [...source.matchAll(pattern)].map(([, , text = '']) => text))
