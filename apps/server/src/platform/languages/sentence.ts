import type { LanguageCode } from '@nollie/contract/languages'
import type { Sentence, SentenceValue } from '@nollie/contract/sentences'

/** Translations by English sentence, in which `{0}` is the first value. */
export type Sentences = Readonly<Record<string, string>>

function valueIn(value: SentenceValue, language: LanguageCode, sentences: Sentences): string {
  // Strings from people are never looked up, because a person's name can look like a sentence.
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

/** Writes a sentence in a language; in English if the catalog doesn't contain it. */
export function write({ english, values }: Sentence, language: LanguageCode, sentences: Sentences): string {
  const words = Object.hasOwn(sentences, english) ? sentences[english] : english
  return (words ?? english).replace(/\{(\d+)\}/g, (place, at: string) => {
    const value = values[Number(at)]
    return value === undefined ? place : valueIn(value, language, sentences)
  })
}
