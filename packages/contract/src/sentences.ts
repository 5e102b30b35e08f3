declare const made: unique symbol

/** What is put into a sentence: a text as it is, a number, another sentence, a day, or a moment. */
export type SentenceValue = string | number | Sentence | { day: string } | { moment: string }

/**
 * A sentence for people: its English form, in which `{0}` stands for the first value, and the values. Only {@link say}
 * makes one, so that a test finds every sentence that needs translations.
 */
export type Sentence = {
  readonly english: string
  readonly values: readonly SentenceValue[]
  readonly [made]: true
}

const sentence = (english: string, values: readonly SentenceValue[]) => ({ english, values }) as Sentence

const template = (parts: readonly string[]) => parts.reduce((text, part, at) => `${text}{${at - 1}}${part}`)

/** A sentence: ``say`Your code is ${code}` ``. The catalogues have translations of its English form, `Your code is {0}`. */
export const say = (parts: TemplateStringsArray, ...values: SentenceValue[]): Sentence =>
  sentence(template(parts), values)

/** A sentence of which only programmers learn, so it is English for all. `languages.test.ts` lists who may use it. */
export const inEnglish = (text: string): Sentence => sentence('{0}', [text])

// A sentence as one text, where nothing else fits: in schemas and in columns. Its values stand between the signs that
// Unicode has for it and nobody sees, so it can be read as it is, too.
const [FROM, TO] = ['\u2068', '\u2069']
const VALUES = /\u2068([^\u2069]*)\u2069/g

/** A sentence as a text with marked values; {@link readSentence} reads it. */
export const writeSentence = ({ english, values }: Sentence): string =>
  english.replace(/\{(\d+)\}/g, (_, at: string) => {
    const value = values[Number(at)]
    if (typeof value !== 'string' && typeof value !== 'number')
      throw new TypeError('a text has room for texts and numbers alone')
    return FROM + String(value).replace(/[\u2068\u2069]/g, '') + TO
  })

/** The sentence of a text by {@link writeSentence}; any other text is a sentence without values. */
export const readSentence = (text: string): Sentence => {
  const values: SentenceValue[] = []
  const english = text.replace(VALUES, (_, value: string) => {
    const number = Number(value)
    values.push(value !== '' && String(number) === value ? number : value)
    return `{${values.length - 1}}`
  })
  return sentence(english, values)
}

/** The sentence of a schema's issue, as the text that schemas carry: `` z.string().min(1, issue`Please say why.`) ``. */
export const issue = (parts: TemplateStringsArray, ...values: (string | number | bigint)[]): string =>
  writeSentence(
    sentence(
      template(parts),
      values.map((value) => (typeof value === 'bigint' ? String(value) : value)),
    ),
  )
