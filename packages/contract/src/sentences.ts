declare const made: unique symbol

/** A value in a sentence: a string, a number, another sentence, a day, or a moment. */
export type SentenceValue = string | number | Sentence | { day: string } | { moment: string }

/**
 * A sentence for people: its English form, in which `{0}` is the first value, and the values. Only {@link say} creates
 * one, so that a test can find every sentence that needs a translation.
 */
export type Sentence = {
  readonly english: string
  readonly values: readonly SentenceValue[]
  readonly [made]: true
}

function sentence(english: string, values: readonly SentenceValue[]) {
  return { english, values } as Sentence
}

function template(parts: readonly string[]) {
  return parts.reduce((text, part, at) => `${text}{${at - 1}}${part}`)
}

/** Creates a sentence: ``say`Your code is ${code}` ``. The catalogs translate its English form, `Your code is {0}`. */
export function say(parts: TemplateStringsArray, ...values: SentenceValue[]): Sentence {
  return sentence(template(parts), values)
}

/** Creates a sentence for programmers, which is always in English. `languages.test.ts` lists where it can be used. */
export function inEnglish(text: string): Sentence {
  return sentence('{0}', [text])
}

// Encodes a sentence as one readable string for schemas and columns; invisible Unicode isolates mark its values.
const [FROM, TO] = ['\u2068', '\u2069']
const VALUES = /\u2068([^\u2069]*)\u2069/g

/** Encodes a sentence as a string with marked values; {@link readSentence} decodes it. */
export function writeSentence({ english, values }: Sentence): string {
  return english.replace(/\{(\d+)\}/g, (_, at: string) => {
    const value = values[Number(at)]
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new TypeError('a text has room for texts and numbers alone')
    return FROM + String(value).replace(/[\u2068\u2069]/g, '') + TO
  })
}

/** Decodes a string from {@link writeSentence}; any other string becomes a sentence without values. */
export function readSentence(text: string): Sentence {
  const values: SentenceValue[] = []
  const english = text.replace(VALUES, (_, value: string) => {
    const number = Number(value)
    values.push(value !== '' && String(number) === value ? number : value)
    return `{${values.length - 1}}`
  })
  return sentence(english, values)
}

/**
 * Creates a schema's error message, encoded because schemas only accept strings: `` z.string().min(1, issue`Please say
 * why.`) ``.
 */
export function issue(parts: TemplateStringsArray, ...values: (string | number | bigint)[]): string {
  return writeSentence(
    sentence(
      template(parts),
      values.map((value) => (typeof value === 'bigint' ? String(value) : value)),
    ),
  )
}
