export { languageFor, languageNamed, languageOfHeaders } from './choose-language.ts'
export { say, type Sentence, write } from './sentence.ts'
export { sentencesIn } from './sentences.ts'
