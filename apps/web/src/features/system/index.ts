export { ServerHealth } from './health-screen.tsx'
