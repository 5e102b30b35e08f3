import { existsSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { StartRefused } from '../platform/start-refused.ts'

/**
 * The values in a settings file. `notes` describes parts that were ignored or may not mean what the operator expects,
 * without quoting any values.
 */
export type EnvFile = { values: Record<string, string>; notes: readonly string[] }

const NAME = /^[ \t]*(?:export[ \t]+)?([^=\n]*?)[ \t]*=[ \t]*(.*)$/
const UTF16_MARKS = ['fffe', 'feff']

function readText(file: string): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new StartRefused(`${file} can't be read: ${(error as Error).message}`)
  }
  if (UTF16_MARKS.includes(bytes.subarray(0, 2).toString('hex')) || bytes.includes(0))
    throw new StartRefused(`${file} is saved as UTF-16, which isn't supported. Save it as UTF-8.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StartRefused(`${file} isn't saved as UTF-8, so its settings would be wrong. Save it as UTF-8.`)
  }
}

function describeLine(line: string): string | null {
  const trimmed = line.trim()
  if (trimmed === '' || trimmed.startsWith('#')) return null
  const [, name, value = ''] = NAME.exec(line) ?? []
  if (name === undefined) return 'ignored: it has no = between a name and a value'
  if (name === '') return 'ignored: it has no name before the ='
  const quote = /^["'`]/.exec(value)?.[0]
  if (quote) {
    const [, rest = ''] = value.slice(1).split(new RegExp(`${quote}(.*)`, 's'))
    const after = rest.trim()
    if (after !== '' && !after.startsWith('#')) return `${name}: only the part in quotes is read`
    return value.indexOf(quote, 1) === -1 ? `${name}: the opening quote is never closed` : null
  }
  if (/^[“”„‘’«]/.test(value)) return `${name}: typographic quotes are part of the value; write " or '`
  if (/\S#/.test(value))
    return `${name}: the # and the text after it were read as a comment. Put the value in quotes`
  return /\$\{\w+\}/.test(value) ? `${name}: \${...} isn't replaced; it's part of the value` : null
}

/** Returns the lines that start a setting, with their line numbers; skips lines inside a quoted multi-line value. */
function splitLines(text: string): { number: number; line: string }[] {
  const found = []
  let number = 1
  // A quote ends at the next quote of the same kind, which can be on a later line.
  for (const [line] of text.matchAll(/[^\n=]*=[ \t]*(["'`])(?:(?!\1)[\s\S])*\1[^\n]*|[^\n]*\n?/g)) {
    if (line === '') continue
    const own = line.replace(/\n$/, '')
    found.push({ number, line: own.trimStart().startsWith('#') ? '#' : own })
    number += line.endsWith('\n') ? line.split('\n').length - 1 : line.split('\n').length
    if (!line.endsWith('\n')) number -= 1
  }
  return found
}

function findRepeated(lines: readonly { number: number; line: string }[]): string[] {
  const seen = new Map<string, number>()
  return lines.flatMap(({ number, line }) => {
    const name = line.startsWith('#') ? undefined : NAME.exec(line.split('\n')[0] ?? '')?.[1]
    if (!name) return []
    const before = seen.get(name)
    seen.set(name, number)
    return before === undefined
      ? []
      : [`${name} is set in line ${before} and again in line ${number}, which is used`]
  })
}

/** Parses settings. Supports a byte-order mark, all line endings, `export`, quotes, and comments. */
export function readEnvText(text: string): EnvFile {
  const even = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    // If only whitespace follows a name, Node's parser uses the next line as its value; it also treats an indented
    // comment as a name.
    .replaceAll(/=[ \t]+$/gm, '=')
    .replaceAll(/^[ \t]+#/gm, '#')
  const lines = splitLines(even)
  const notes = lines.flatMap(({ number, line }) => {
    const note = describeLine(line.includes('\n') ? line.replaceAll('\n', ' ') : line)
    return note === null ? [] : [`line ${number}: ${note}`]
  })
  const values = Object.fromEntries(
    Object.entries(parseEnv(even)).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
  return { values, notes: [...notes, ...findRepeated(lines)] }
}

/**
 * Reads a settings file; empty if it doesn't exist.
 * @throws StartRefused if the file can't be read or isn't UTF-8
 */
export function readEnvFile(file: string): EnvFile {
  return existsSync(file) ? readEnvText(readText(file)) : { values: {}, notes: [] }
}
