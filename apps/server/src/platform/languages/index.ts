export { inEnglish, readSentence, say, type Sentence, writeSentence } from '@nollie/contract/sentences'
export { languageFor, languageNamed, findHeaderLanguage } from './choose-language.ts'
export { write } from './sentence.ts'
export { sentencesIn, writeIn } from './sentences.ts'
