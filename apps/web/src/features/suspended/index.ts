export { SuspendedScreen } from './suspended-screen.tsx'
