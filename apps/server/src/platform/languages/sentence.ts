import type { LanguageCode } from '@nollie/contract/languages'

/** What is put into a sentence: a text as it is, a number, another sentence, a day, or a moment. */
export type SentenceValue = string | number | Sentence | { day: string } | { moment: string }

/** A sentence for people: English, with what is put into it. A plain text is one without any. */
export type Sentence = string | { english: string; values: readonly SentenceValue[] }

/** Sentences by their English form, in which `{0}` is the first value. */
export type Sentences = Readonly<Record<string, string>>

/** A sentence with values: ``say`Your code is ${code}` ``. Its English form is what the catalogues have translations of. */
export const say = (parts: TemplateStringsArray, ...values: SentenceValue[]): Sentence => ({
  english: parts.reduce((text, part, at) => `${text}{${at - 1}}${part}`),
  values,
})

const valueIn = (value: SentenceValue, language: LanguageCode, sentences: Sentences): string => {
  // A text of people is never looked up: somebody may be called like a sentence.
  if (typeof value === 'string') return value
  if (typeof value === 'number') return value.toLocaleString(language)
  if ('english' in value) return write(value, language, sentences)
  const dateStyle = 'long'
  return 'day' in value
    ? new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }).format(new Date(value.day))
    : new Intl.DateTimeFormat(language, { dateStyle, timeStyle: 'short', timeZone: 'UTC' }).format(
        new Date(value.moment),
      )
}

/** A sentence in a language; in English where the catalogue does not have it. */
export const write = (sentence: Sentence, language: LanguageCode, sentences: Sentences): string => {
  const { english, values } = typeof sentence === 'string' ? { english: sentence, values: [] } : sentence
  const words = Object.hasOwn(sentences, english) ? sentences[english] : english
  return (words ?? english).replace(/\{(\d+)\}/g, (place, at: string) => {
    const value = values[Number(at)]
    return value === undefined ? place : valueIn(value, language, sentences)
  })
}
