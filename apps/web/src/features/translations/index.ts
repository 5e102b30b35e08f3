export { Translated } from './translated.tsx'
