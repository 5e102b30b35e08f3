export { languageFor, languageNamed } from './choose-language.ts'
