declare const made: unique symbol

/** A value in a sentence: plain text, a number, another sentence, a day, or a moment. */
export type SentenceValue = string | number | Sentence | { day: string } | { moment: string }

/**
 * A sentence for people: its English form, in which `{0}` is the first value, and the values. Only {@link say}
 * creates one, so that a test finds every sentence that needs translation.
 */
export type Sentence = {
  readonly english: string
  readonly values: readonly SentenceValue[]
  readonly [made]: true
}

const sentence = (english: string, values: readonly SentenceValue[]) => ({ english, values }) as Sentence

const template = (parts: readonly string[]) => parts.reduce((text, part, at) => `${text}{${at - 1}}${part}`)

/** Creates a sentence: ``say`Your code is ${code}` ``. The catalogs translate its English form, `Your code is {0}`. */
export const say = (parts: TemplateStringsArray, ...values: SentenceValue[]): Sentence =>
  sentence(template(parts), values)

/** A sentence that only programmers see, so it stays in English. `languages.test.ts` lists where it can be used. */
export const inEnglish = (text: string): Sentence => sentence('{0}', [text])

// Encodes a sentence as one string, for schemas and columns. Invisible Unicode isolates mark its values, so the string stays readable.
const [FROM, TO] = ['\u2068', '\u2069']
const VALUES = /\u2068([^\u2069]*)\u2069/g

/** Encodes a sentence as text with marked values; {@link readSentence} decodes it. */
export const writeSentence = ({ english, values }: Sentence): string =>
  english.replace(/\{(\d+)\}/g, (_, at: string) => {
    const value = values[Number(at)]
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new TypeError('a text has room for texts and numbers alone')
    return FROM + String(value).replace(/[\u2068\u2069]/g, '') + TO
  })

/** Decodes a text by {@link writeSentence}; any other text becomes a sentence without values. */
export const readSentence = (text: string): Sentence => {
  const values: SentenceValue[] = []
  const english = text.replace(VALUES, (_, value: string) => {
    const number = Number(value)
    values.push(value !== '' && String(number) === value ? number : value)
    return `{${values.length - 1}}`
  })
  return sentence(english, values)
}

/**
 * The message of a schema's issue, encoded as text because schemas only accept strings: `` z.string().min(1,
 * issue`Please say why.`) ``.
 */
export const issue = (parts: TemplateStringsArray, ...values: (string | number | bigint)[]): string =>
  writeSentence(
    sentence(
      template(parts),
      values.map((value) => (typeof value === 'bigint' ? String(value) : value)),
    ),
  )
