export type { Urls } from './cluster.ts'
export { isDatabaseRunning, LogEnded, recoverCluster } from './recover.ts'
export { type EmbeddedPostgres, type Logger, startEmbeddedPostgres } from './start-embedded-postgres.ts'
