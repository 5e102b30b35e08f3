export * from './meetup-kinds.ts'
export * from './meetups.ts'
