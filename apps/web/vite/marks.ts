import { buildFunction, type Text } from './texts.ts'

/** The placeholder function for messages in the bundle. The build replaces its calls with each language's strings. */
export const MARK = 'nollieText'

const MARKS = new RegExp(
  `(?<declared>[\\w$]=)?${MARK}\\(["'\`](?<name>\\w+)\\.[\\w-]+["'\`](?:,(?<plural>[\\w$]+))?(?:,(?<isolate>[\\w$]+))?\\)`,
  'g',
)

/** Whether a bundled file has messages. */
export function hasMarks(code: string): boolean {
  return code.includes(`${MARK}(`)
}

/** Replaces the marks in a bundled file with messages. */
export function withTexts(code: string, getText: (name: string) => Text): string {
  const made = code.replace(MARKS, (_, ...rest) => {
    const { declared, name, plural, isolate } = rest.at(-1) as Record<string, string | undefined>
    const program = buildFunction(getText(name ?? ''), plural, isolate)
    return declared ? `${declared}${program}` : `(${program})`
  })
  if (hasMarks(made)) throw new Error('a text has a form that is not known')
  return made
}
