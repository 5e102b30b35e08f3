export { Translated } from './lazy-translation.tsx'
