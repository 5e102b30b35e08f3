// Reads the web client's style sheets without a parser, because they are all formatted the same way.

/** Lists a sheet's selectors, including ones in `@media` and similar rules, but not the steps of `@keyframes`. */
export function listSelectors(sheet: string): string[] {
  const plain = sheet
    .replaceAll(/\/\*[\s\S]*?\*\//g, '')
    .replaceAll(/@keyframes [\w-]+ \{(?:[^{}]*\{[^{}]*\})*\s*\}/g, '')
  return [...plain.matchAll(/([^{};]+)\{/g)].flatMap(([, list = '']) =>
    list.trim().startsWith('@') ? [] : [list.trim().replaceAll(/\s+/g, ' ')],
  )
}

/** Splits a selector list at its top-level commas. */
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

/** Returns a sheet's classes. */
export function listClasses(sheet: string): Set<string> {
  return new Set(
    listSelectors(sheet).flatMap((selector) =>
      [...selector.replaceAll(/\[[^\]]*\]/g, '').matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(
        ([, name = '']) => name,
      ),
    ),
  )
}

/** Returns the class names that a source reads from `styles`; null if it uses computed names. */
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

/** Lists the class names written as text in a source: assigned to an element, or used in a selector. */
export function writtenClasses(source: string): string[] {
  return WRITTEN.flatMap((pattern) => [...source.matchAll(pattern)].map(([, , text = '']) => text))
}
