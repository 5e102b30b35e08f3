export { Suspended } from './suspended.tsx'
