export * from './health-report.ts'
export * from './native-apps.ts'
export * from './outbox.ts'
export * from './system.ts'
