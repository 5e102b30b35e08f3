export { Suspended } from './suspended-screen.tsx'
