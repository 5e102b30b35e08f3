import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A message: a single string, or a string for each plural form of the number named by `by`. */
export type Text = string | { by: string; arms: ReadonlyMap<string, string> }

/** All messages in a language, by name. */
export type Catalogue = ReadonlyMap<string, Text>

type Variants = { declarations: string[]; selectors: string[]; match: Record<string, string> }

const ROOT = join(import.meta.dirname, '..')
const PLACEHOLDER = /\{(\w+)\}/g
/** The plural form used in place of any form without a string. */
export const OTHER = '*'

/** Lists the available languages, English first. A language is available if its catalog is complete. */
export function languages(): string[] {
  return (
    JSON.parse(readFileSync(join(ROOT, 'project.inlang/settings.json'), 'utf8')) as {
      locales: string[]
    }
  ).locales
}

function parseText(name: string, value: unknown): Text {
  const [variants, ...others] = value as Variants[]
  const [selector] = variants?.selectors ?? []
  const declared = variants?.declarations.find((one) => one.startsWith(`local ${selector} = `))
  const by = /= (\w+): plural$/.exec(declared ?? '')?.[1]
  if (!variants || others.length > 0 || variants.selectors.length !== 1 || !by)
    throw new Error(`${name}: a text has the forms of one plural, and nothing else`)
  const arms = Object.entries(variants.match).map(
    ([form, text]) => [form.slice(form.indexOf('=') + 1), text] as const,
  )
  return { by, arms: new Map(arms) }
}

/** Parses a message file. */
export function readTexts(json: string): Catalogue {
  return new Map(
    Object.entries(JSON.parse(json) as Record<string, unknown>)
      .filter(([name]) => !name.startsWith('$'))
      .map(([name, value]) => [name, typeof value === 'string' ? value : parseText(name, value)]),
  )
}

/** Reads all messages in a language. */
export function readCatalogue(language: string, folder = join(ROOT, 'messages')): Catalogue {
  return new Map(
    readdirSync(join(folder, language))
      .filter((file) => file.endsWith('.json'))
      .flatMap((file) => [...readTexts(readFileSync(join(folder, language, file), 'utf8'))]),
  )
}

/** Returns a message's strings: a single one, or one for each form. */
export function wordings(text: Text): string[] {
  return typeof text === 'string' ? [text] : [...text.arms.values()]
}

/** Returns the names of a string's placeholders, sorted. */
export function placeholders(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name))].toSorted()
}

function escaped(text: string) {
  return text.replaceAll('\\', '\\\\').replaceAll('`', '\\`').replaceAll('${', '\\${')
}

/**
 * Placeholders for text that people write. Lists of names (`names`) aren't here, because each name in a list is
 * isolated on its own.
 */
const WRITTEN = new Set(
  'admin area crew device from into list name person place query reason source spot text title value what who whom'.split(
    ' ',
  ),
)

/** Whether a string's placeholder is for text that people write, which may be read from right to left. */
export function isWritten(placeholder: string): boolean {
  return WRITTEN.has(placeholder)
}

function hasWritten(text: Text): boolean {
  return wordings(text).some((words) => placeholders(words).some(isWritten))
}

/** The functions that a message calls: one for plural forms, and one that isolates people's text. */
export function listCalls(texts: readonly (Text | undefined)[]): { plural: boolean; isolate: boolean } {
  const known = texts.filter((text) => text !== undefined)
  return { plural: known.some((text) => typeof text === 'object'), isolate: known.some(hasWritten) }
}

function literal(text: string, inputs: string, isolate: string) {
  const value = (name: string) =>
    isolate && isWritten(name) ? `${isolate}(${inputs}.${name})` : `${inputs}.${name}`
  return `\`${escaped(text).replace(PLACEHOLDER, (_, name: string) => `\${${value(name)}}`)}\``
}

/**
 * Generates a message's source code: a function of its placeholder values.
 * @param plural the name that this code uses for the function that returns a number's plural form
 * @param isolate its name for the function that isolates people's text; empty if there is none
 */
export function buildFunction(text: Text, plural = 'plural', isolate = ''): string {
  const [inputs = '', form] = ['e', 't', 'n', 'r'].filter((name) => name !== plural && name !== isolate)
  if (typeof text === 'string') {
    const hasInputs = placeholders(text).length > 0
    return `${hasInputs ? inputs : '()'}=>${literal(text, inputs, isolate)}`
  }
  const { by, arms } = text
  const choices = [...arms].filter(([name]) => name !== OTHER)
  const last = literal(arms.get(OTHER) ?? '', inputs, isolate)
  if (choices.length === 0) return `${inputs}=>${last}`
  const chosen = `${plural}(${inputs}.${by})`
  const arm = (name: string, words: string) => `\`${name}\`?${literal(words, inputs, isolate)}:`
  // A single comparison needs no variable for the form.
  if (choices.length === 1)
    return `${inputs}=>${chosen}===${choices.map(([name, words]) => arm(name, words)).join('')}${last}`
  return `(${inputs},${form}=${chosen})=>${choices.map(([name, words]) => `${form}===${arm(name, words)}`).join('')}${last}`
}

/** A message's placeholder values, by name. */
export type Inputs = Readonly<Record<string, string | number>>

/** Formats a message by filling in its placeholders. */
export function say(language: string, text: Text, inputs: Inputs = {}): string {
  const form = typeof text === 'string' ? '' : new Intl.PluralRules(language).select(Number(inputs[text.by]))
  const words = typeof text === 'string' ? text : (text.arms.get(form) ?? text.arms.get(OTHER) ?? '')
  return words.replace(PLACEHOLDER, (_, name: string) => String(inputs[name]))
}

/** Returns a short hash of a message's strings in all languages. */
export function computeHash(texts: readonly (Text | undefined)[]): string {
  return createHash('sha256')
    .update(
      JSON.stringify(
        texts.map((text) => (typeof text === 'object' ? [text.by, ...text.arms] : (text ?? null))),
      ),
    )
    .digest('base64url')
    .slice(0, 10)
}
