export { SkateparksScreen } from './skateparks-screen.tsx'
export { Imports } from './imports.tsx'
