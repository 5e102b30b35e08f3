export { ServerHealth } from './server-health.tsx'
