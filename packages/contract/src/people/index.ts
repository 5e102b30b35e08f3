export * from './activity.ts'
export * from './people.ts'
