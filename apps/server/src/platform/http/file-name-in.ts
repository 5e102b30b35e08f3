import { LANGUAGE_CODES, type LanguageCode } from '@nollie/contract/languages'

/** Returns the name of a built page or list in a language: `index.html`, `index.de.html`. */
export function fileNameIn(file: string, language: LanguageCode): string {
  const [name, ending] = file.split('.')
  return language === LANGUAGE_CODES[0] ? file : [name, language, ending].join('.')
}
