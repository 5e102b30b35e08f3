export { Imports } from './imports.tsx'
