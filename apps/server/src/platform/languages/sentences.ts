import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'
import type { Sentence } from '@nollie/contract/sentences'
import { type Sentences, write } from './sentence.ts'

const FOLDER = join(import.meta.dirname, '../../../languages')

function read(language: LanguageCode): Sentences {
  return language === LANGUAGE_CODES[0]
    ? {}
    : (JSON.parse(readFileSync(join(FOLDER, `${language}.json`), 'utf8')) as Sentences)
}

const found = new Map<LanguageCode, Sentences>()

/** Returns the server's sentences in a language, by their English form. */
export function sentencesIn(language: LanguageCode): Sentences {
  const sentences = found.get(language) ?? read(language)
  found.set(language, sentences)
  return sentences
}

/** Writes a sentence in a language. */
export function writeIn(language: LanguageCode, sentence: Sentence): string {
  return write(sentence, language, sentencesIn(language))
}
