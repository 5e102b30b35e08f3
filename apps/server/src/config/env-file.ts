import { lstatSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { StartRefused } from '../platform/start-refused.ts'

/**
 * The values in a settings file, and the line of each. `notes` describes parts that were ignored or may not mean what
 * the operator expects, without quoting any values.
 */
export type EnvFile = {
  values: Record<string, string>
  lines: ReadonlyMap<string, number>
  notes: readonly string[]
}

const NAME = /^[ \t]*(?:export[ \t]+)?([^=\n]*?)[ \t]*=[ \t]*(.*)$/s
const UTF16_MARKS = ['fffe', 'feff']
/** What is before the = of a line in another form, such as `SECRET: value=`, can contain its value. */
const WELL_FORMED = /^[A-Za-z_][\w.-]*$/

/**
 * Reads a text file. `by` names it in refusals.
 * @throws StartRefused if it can't be read or isn't UTF-8
 */
export function readTextFile(file: string, by = file): string {
  let bytes: Buffer
  try {
    bytes = readFileSync(file)
  } catch (error) {
    throw new StartRefused(`${by} can't be read: ${(error as Error).message}`)
  }
  if (UTF16_MARKS.includes(bytes.subarray(0, 2).toString('hex')) || bytes.includes(0))
    throw new StartRefused(`${by} is saved as UTF-16, which isn't supported. Save it as UTF-8.`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new StartRefused(`${by} isn't saved as UTF-8, so its settings would be wrong. Save it as UTF-8.`)
  }
}

function describeOddName(name: string, isSetting: (name: string) => boolean): string {
  if (name === '') return 'ignored: it has no name before the ='
  const meant = name.match(/[A-Za-z_]\w*/g)?.find((word) => isSetting(word.replace(/_FILE$/, '')))
  return meant === undefined
    ? 'ignored: a name before the = has only letters, digits, and _'
    : `ignored: write ${meant}=, without anything else before the =`
}

// A shell and Compose replace these, except in single quotes.
function describeReference(name: string, value: string): string | null {
  if (value.includes('$(')) return `${name}: $(...) isn't run; it's part of the value`
  return /\$\{\w/.test(value) ? `${name}: \${...} isn't replaced; it's part of the value` : null
}

function describeBreak(name: string, value: string, quote: string): string | null {
  const isMeant = /^"-----BEGIN /.test(value)
  return quote === '"' && value.includes('\\n') && !isMeant
    ? `${name}: \\n in double quotes is read as a line break; write single quotes`
    : null
}

function describeLine(line: string, isSetting: (name: string) => boolean): string | null {
  const trimmed = line.trim()
  if (trimmed === '' || trimmed.startsWith('#')) return null
  const [, name, value = ''] = NAME.exec(line) ?? []
  if (name === undefined) return 'ignored: it has no = between a name and a value'
  if (!WELL_FORMED.test(name)) return describeOddName(name, isSetting)
  const quote = /^["'`]/.exec(value)?.[0]
  if (quote) {
    const [, rest = ''] = value.slice(1).split(new RegExp(`${quote}(.*)`, 's'))
    const after = rest.trim()
    if (after !== '' && !after.startsWith('#')) return `${name}: only the part in quotes is read`
    if (value.indexOf(quote, 1) === -1) return `${name}: the opening quote is never closed`
    return quote === "'" ? null : (describeReference(name, value) ?? describeBreak(name, value, quote))
  }
  if (/^[“”„‘’«]/.test(value)) return `${name}: typographic quotes are part of the value; write " or '`
  if (/\S#|#\S/.test(value))
    return `${name}: the # and the text after it were read as a comment. Put the value in quotes`
  return describeReference(name, value)
}

type Lines = readonly { number: number; line: string }[]

/** Returns the lines that start a setting, with their line numbers; skips lines inside a quoted multi-line value. */
function splitLines(text: string): Lines {
  const found = []
  let number = 1
  // A quote ends at the next quote of the same kind, which can be on a later line.
  for (const [line] of text.matchAll(/[^\n=#]*=[ \t]*(["'`])(?:(?!\1)[\s\S])*\1[^\n]*|[^\n]*\n?/g)) {
    if (line === '') continue
    const own = line.replace(/\n$/, '')
    found.push({ number, line: own.trimStart().startsWith('#') ? '#' : own })
    number += line.endsWith('\n') ? line.split('\n').length - 1 : line.split('\n').length
    if (!line.endsWith('\n')) number -= 1
  }
  return found
}

function readName(line: string): string | undefined {
  return line.startsWith('#') ? undefined : NAME.exec(line.split('\n')[0] ?? '')?.[1]
}

function findLine(lines: Lines, wanted: string): number {
  return lines.findLast(({ line }) => readName(line) === wanted)?.number ?? 0
}

function findRepeated(lines: Lines): string[] {
  const seen = new Map<string, number>()
  return lines.flatMap(({ number, line }) => {
    const name = readName(line)
    if (name === undefined || !WELL_FORMED.test(name)) return []
    const before = seen.get(name)
    seen.set(name, number)
    return before === undefined
      ? []
      : [`${name} is set in line ${before} and again in line ${number}, which is used`]
  })
}

/** Parses settings. Supports a byte-order mark, all line endings, `export`, quotes, and comments. */
export function readEnvText(text: string, isSetting: (name: string) => boolean = () => false): EnvFile {
  const even = text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    // If only whitespace follows a name, Node's parser uses the next line as its value; it also treats an indented
    // comment, and `export` with a tab, as a name.
    .replaceAll(/=[ \t]+$/gm, '=')
    .replaceAll(/^[ \t]+#/gm, '#')
    .replaceAll(/^[ \t]*export[ \t]+(?=\w+[ \t]*=)/gm, 'export ')
  const lines = splitLines(even)
  const notes = lines.flatMap(({ number, line }) => {
    const note = describeLine(line.includes('\n') ? line.replaceAll('\n', ' ') : line, isSetting)
    return note === null ? [] : [`line ${number}: ${note}`]
  })
  const values = Object.fromEntries(
    Object.entries(parseEnv(even)).flatMap(([name, value]) =>
      value === undefined || !WELL_FORMED.test(name) ? [] : [[name, value]],
    ),
  )
  const found = new Map(Object.keys(values).map((name) => [name, findLine(lines, name)]))
  return { values, lines: found, notes: [...notes, ...findRepeated(lines)] }
}

/**
 * Reads a settings file; empty if it doesn't exist. `isSetting` returns whether a name is a known setting.
 * @throws StartRefused if the file can't be read or isn't UTF-8
 */
export function readEnvFile(file: string, isSetting: (name: string) => boolean): EnvFile {
  // A link to a missing file is there, and must not be mistaken for no settings at all.
  const isThere = lstatSync(file, { throwIfNoEntry: false }) !== undefined
  return isThere ? readEnvText(readTextFile(file), isSetting) : { values: {}, lines: new Map(), notes: [] }
}
