export * from './notification-types.ts'
export * from './notifications.ts'
