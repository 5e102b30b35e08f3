import { parseSync } from 'rolldown/utils'

const QUOTED = /`[^`]*`|\{@link [^}]*\}|(?<!\w)"[^"]*"|“[^”]*”|(?<!\w)'[^'\n]*'(?!\w)|\$\{[^}]*\}/g
/** Names of constants and codes: `GONE`. */
const CODE = /\b[A-Z][A-Z\d]*_[A-Z\d_]+\b|\b[A-Z]{3,}\b/g
const LINE_START = /\s*\n\s*(?:\*|--|\/\/)?\s*/g

/** Returns a comment or title as one line, without quotations and codes. */
function toPlainText(text: string): string {
  return text.replaceAll(LINE_START, ' ').replaceAll(QUOTED, '…').replaceAll(CODE, '…')
}

function listScriptComments(path: string, source: string): string[] {
  const joined: string[] = []
  let last = 0
  for (const { type, value, start, end } of parseSync(path, source).comments) {
    const isNextLine = type === 'Line' && /^\s*$/.test(source.slice(last, start))
    if (isNextLine && joined.length > 0) joined.push(`${joined.pop()}\n${value}`)
    else joined.push(value)
    last = end
  }
  return joined
}

/** Comments on tables and columns are also prose. */
function listSqlComments(source: string): string[] {
  return [
    ...(source.match(/(?:^[ \t]*--.*\n?)+|--.*|\/\*[\s\S]*?\*\//gm) ?? []),
    ...[...source.matchAll(/\bcomment on [^';]* is\s*'((?:[^']|'')*)'/gi)].map(([, text = '']) => text),
  ]
}

/** Lists a source file's comments, each as one line. Consecutive line comments count as one comment. */
export function listComments(path: string, source: string): string[] {
  if (path.endsWith('.sql')) return listSqlComments(source).map(toPlainText)
  if (path.endsWith('.css')) return (source.match(/\/\*[\s\S]*?\*\//g) ?? []).map(toPlainText)
  return listScriptComments(path, source).map(toPlainText)
}

const TITLE = /(?:\b(?:test|it|describe)(?:\.\w+)*|\btest\.step|\))\(\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g

/** Lists the titles of tests, groups, and steps in a source file. */
export function listTitles(source: string): string[] {
  return [...source.matchAll(TITLE)].map(([, , title = '']) =>
    toPlainText(title.replaceAll(/\\(['"`])/g, '$1')),
  )
}

const SUMMARY = /\bsummary:\s*(['"`])((?:\\.|(?!\1)[\s\S])*)\1/g

/** Lists the summaries of API operations in a source file of the contract. */
export function listSummaries(source: string): string[] {
  return [...source.matchAll(SUMMARY)].map(([, , text = '']) =>
    toPlainText(text.replaceAll(/\\(['"`])/g, '$1')),
  )
}
